//! How fields are read.

use super::{At, Named, Owner, Writer, is_plain};
use crate::litenet::{Body, Type};
use crate::protocol::Integer;

impl Writer<'_> {
    pub(super) fn get_fields(&mut self, owner: Owner<'_>, fields: &Named<'_>) {
        let Owner { def, name: shown, era, has_number } = owner;
        self.locals = 0;
        for (name, field) in fields.iter().filter(|(_, field)| field.ty != Type::Unit) {
            let path = format!("\"{shown}.{}\"", field.name);
            let at = At { def, field, era, path: &path, stream: "reader", has_number };
            let Some(test) = self.test(at, fields) else {
                self.get(at, name, &field.ty);
                continue;
            };
            self.out.line(format!("{name} = null;"));
            self.out.line(format!("if ({test})"));
            self.braces(|writer| writer.get_inner(at, name, &field.ty));
        }
    }

    /// Reads a value whose condition holds.
    pub(super) fn get_inner(&mut self, at: At<'_>, target: &str, ty: &Type) {
        if !self.is_value(ty) {
            return self.get(at, target, ty);
        }
        let value = self.variable("value");
        let of = self.ty(at, ty);
        self.out.line(format!("var {value} = default({of});"));
        self.get(at, &value, ty);
        self.out.line(format!("{target} = {value};"));
    }

    /// Reads a value.
    pub(super) fn get(&mut self, at: At<'_>, target: &str, ty: &Type) {
        let (stream, path) = (at.stream, at.path);
        let value = match ty {
            Type::Custom(_) => return,
            // Inside a list or a tuple.
            Type::Unit => "null".to_owned(),
            Type::Bool => {
                let name = Self::of_era(at, "Bool");
                format!("{}.Get{name}({stream}, {path})", self.net(&name))
            }
            Type::Int(integer) => {
                let (_, name) = Self::integer(*integer);
                format!("{}.Get{name}({stream}, {path})", self.net(name))
            }
            Type::F32 => format!("{}.GetFloat({stream}, {path})", self.net("Float")),
            Type::F64 => format!("{}.GetDouble({stream}, {path})", self.net("Double")),
            Type::String(prefix) => {
                let name = Self::text(at, *prefix);
                format!("{}.Get{name}({stream}, {path})", self.net(name))
            }
            Type::Packed(integer) => {
                let (of, _) = Self::integer(*integer);
                let name = Self::packed(at, *integer);
                format!("({of}){}.Get{name}({stream}, {path})", self.net(name))
            }
            Type::Zigzag(integer) => {
                let (of, _) = Self::integer(*integer);
                let name = Self::zigzag(at, *integer);
                format!("({of}){}.Get{name}({stream}, {path})", self.net(&name))
            }
            Type::Components(name, ..) => {
                let (_, name) = self.components(name);
                format!("{}.Get{name}({stream}, {path})", self.net(name))
            }
            Type::Color | Type::Address => {
                let name = Self::of_era(at, if *ty == Type::Color { "Color" } else { "Address" });
                format!("{}.Get{name}({stream}, {path})", self.net(&name))
            }
            Type::Rest => format!("{}.GetRest({stream})", self.net("Rest")),
            Type::Parameter(name) => {
                self.out.line(format!("{target} = new {name}();"));
                self.out.line(format!("{target}.Deserialize({stream});"));
                return;
            }
            Type::Message(index, _) => {
                let def = &self.schema.types[*index];
                let of = self.ty(at, ty);
                match &def.body {
                    Body::Record { msg_type, .. } => {
                        if let Some(number) = msg_type.filter(|_| !at.has_number) {
                            let name = Self::of_era(at, "Number");
                            let net = self.net(&name);
                            let of = &def.name;
                            self.out.line(format!(
                                "{net}.Check{name}({stream}, {number}, \"{of}\", {path});"
                            ));
                        }
                        self.out.line(format!("{target} = new {of}();"));
                        self.out.line(format!("{target}.Deserialize({stream});"));
                        return;
                    }
                    Body::Enumeration { members, other: None, .. } if is_plain(def) => format!(
                        "({of}){}.GetOneOf({stream}, \"{}\", \"{}\", {path})",
                        self.net("OneOf"),
                        Self::numbers(members),
                        def.name
                    ),
                    Body::Enumeration { .. } if is_plain(def) => {
                        format!("({of}){}.GetByte({stream}, {path})", self.net("Byte"))
                    }
                    Body::Enumeration { .. } => format!("{of}.Deserialize({stream})"),
                }
            }
            Type::Option(inner) => {
                let name = Self::of_era(at, "Bool");
                let net = self.net(&name);
                self.out.line(format!("{target} = null;"));
                self.out.line(format!("if ({net}.Get{name}({stream}, {path}))"));
                return self.braces(|writer| writer.get_inner(at, target, inner));
            }
            Type::List(prefix, inner) => {
                let name = Self::count(at, *prefix, inner);
                let count = format!("{}.Get{name}({stream}, {path})", self.net(&name));
                if **inner == Type::Int(Integer::U8) {
                    format!("{}.GetRaw({stream}, {count}, {path})", self.net("Raw"))
                } else {
                    let of = self.ty(at, ty);
                    let variable = self.variable("count");
                    self.out.line(format!("int {variable} = {count};"));
                    self.out.line(format!("{target} = new {of}();"));
                    return self.get_each(at, inner, &variable, &|_, item| {
                        format!("{target}.Add({item});")
                    });
                }
            }
            Type::Array(count, inner) if **inner == Type::Int(Integer::U8) => {
                format!("{}.GetRaw({stream}, {count}, {path})", self.net("Raw"))
            }
            Type::Array(count, inner) => {
                let of = self.ty(at, inner);
                // `new int[3][]` is an array of three arrays.
                let (of, ranks) = of.find('[').map_or((&*of, ""), |split| of.split_at(split));
                self.out.line(format!("{target} = new {of}[{count}]{ranks};"));
                return self.get_each(at, inner, &count.to_string(), &|index, item| {
                    format!("{target}[{index}] = {item};")
                });
            }
            Type::Tuple(elements) if elements.len() == 1 => {
                return self.get(at, target, &elements[0]);
            }
            Type::Tuple(elements) => {
                let mut items = Vec::new();
                for element in elements {
                    let item = self.variable("item");
                    let of = self.ty(at, element);
                    self.out.line(format!("var {item} = default({of});"));
                    self.get(at, &item, element);
                    items.push(item);
                }
                format!("({})", items.join(", "))
            }
            Type::LengthPrefixed(inner) => {
                let part = self.variable("part");
                let net = self.net("Part");
                self.out.line(format!("var {part} = {net}.GetPart({stream}, {path});"));
                self.get(At { stream: &part, ..at }, target, inner);
                return;
            }
        };
        self.out.line(format!("{target} = {value};"));
    }

    pub(super) fn get_each(
        &mut self,
        at: At<'_>,
        inner: &Type,
        count: &str,
        keep: &dyn Fn(&str, &str) -> String,
    ) {
        let (index, item) = (self.variable("i"), self.variable("item"));
        let of = self.ty(at, inner);
        self.out.line(format!("for (int {index} = 0; {index} < {count}; {index}++)"));
        self.braces(|writer| {
            writer.out.line(format!("var {item} = default({of});"));
            writer.get(at, &item, inner);
            writer.out.line(keep(&index, &item));
        });
    }
}
