//! How fields are written.

use godot_var_runtime::litenet::EraSpec;

use super::{At, Named, Owner, Writer, is_plain};
use crate::litenet::{Body, Type};
use crate::protocol::Integer;

impl Writer<'_> {
    pub(super) fn put_fields(&mut self, owner: Owner<'_>, fields: &Named<'_>) {
        let Owner { def, name: shown, era, has_number } = owner;
        self.locals = 0;
        for (name, field) in fields {
            let path = format!("\"{shown}.{}\"", field.name);
            let at = At { def, field, era, path: &path, stream: "writer", has_number };
            let Some(test) = self.test(at, fields) else {
                self.put(at, name, &field.ty);
                continue;
            };
            let null = self.net("Null");
            let value =
                if self.is_value(&field.ty) { format!("{name}.Value") } else { name.clone() };
            self.out.line(format!("if ({test})"));
            self.braces(|writer| {
                writer.out.line(format!("if ({name} == null) throw {null}.Null({path});"));
                writer.put(at, &value, &field.ty);
            });
        }
    }

    /// Writes the number of a message.
    pub(super) fn put_number(&self, era: EraSpec, stream: &str, number: &str) -> String {
        match era {
            EraSpec::Y2018 => format!("{stream}.Put({number});"),
            EraSpec::Head => format!("{}.PutPacked({stream}, {number});", self.net("Packed")),
        }
    }

    /// Writes a value.
    pub(super) fn put(&mut self, at: At<'_>, value: &str, ty: &Type) {
        let (stream, path) = (at.stream, at.path);
        let line = match ty {
            Type::Unit => return,
            Type::Bool => format!("{stream}.Put((byte)({value} ? 1 : 0));"),
            Type::Int(Integer::I8) => format!("{stream}.Put((byte){value});"),
            Type::Int(_) | Type::F32 | Type::F64 => format!("{stream}.Put({value});"),
            Type::String(prefix) => {
                let name = Self::text(at, *prefix);
                format!("{}.Put{name}({stream}, {value}, {path});", self.net(name))
            }
            Type::Packed(_) => {
                format!("{}.PutPacked({stream}, (ulong){value});", self.net("Packed"))
            }
            Type::Zigzag(integer) => {
                let name = Self::zigzag(at, *integer);
                format!("{}.Put{name}({stream}, {value});", self.net(&name))
            }
            Type::Components(name, ..) => {
                let (_, name) = self.components(name);
                format!("{}.Put{name}({stream}, {value});", self.net(name))
            }
            Type::Color => {
                let name = Self::of_era(at, "Color");
                format!("{}.Put{name}({stream}, {value}, {path});", self.net(&name))
            }
            Type::Address => {
                let name = Self::of_era(at, "Address");
                format!("{}.Put{name}({stream}, {value}, {path});", self.net(&name))
            }
            Type::Rest => format!("{}.PutRest({stream}, {value});", self.net("Rest")),
            Type::Parameter(_) => format!("{value}.Serialize({stream});"),
            Type::Message(index, _) => {
                let def = &self.schema.types[*index];
                match &def.body {
                    Body::Record { msg_type, .. } => {
                        if self.classes[*index] {
                            let null = self.net("Null");
                            self.out
                                .line(format!("if ({value} == null) throw {null}.Null({path});"));
                        }
                        if let Some(number) = msg_type.filter(|_| !at.has_number) {
                            let line =
                                self.put_number(at.era, stream, &format!("(ushort){number}"));
                            self.out.line(line);
                        }
                        format!("{value}.Serialize({stream});")
                    }
                    Body::Enumeration { members, other: None, .. } if is_plain(def) => format!(
                        "{}.PutOneOf({stream}, (byte){value}, \"{}\", \"{}\", {path});",
                        self.net("OneOf"),
                        Self::numbers(members),
                        def.name
                    ),
                    Body::Enumeration { .. } if is_plain(def) => {
                        format!("{stream}.Put((byte){value});")
                    }
                    Body::Enumeration { .. } => {
                        let null = self.net("Null");
                        self.out.line(format!("if ({value} == null) throw {null}.Null({path});"));
                        format!("{value}.Serialize({stream});")
                    }
                }
            }
            Type::Option(inner) => {
                let own =
                    if self.is_value(inner) { format!("{value}.Value") } else { value.to_owned() };
                self.out.line(format!("{stream}.Put((byte)({value} != null ? 1 : 0));"));
                self.out.line(format!("if ({value} != null)"));
                return self.braces(|writer| writer.put(at, &own, inner));
            }
            Type::List(prefix, inner) => {
                let name = Self::count(at, *prefix, inner);
                let is_bytes = **inner == Type::Int(Integer::U8);
                let length = if is_bytes { "Length" } else { "Count" };
                let net = self.net(&name);
                self.out.line(format!(
                    "{net}.Put{name}({stream}, {value} == null ? 0 : {value}.{length}, {path});"
                ));
                if is_bytes {
                    let net = self.net("Raw");
                    format!("if ({value} != null) {net}.PutRaw({stream}, {value});")
                } else {
                    self.out.line(format!("if ({value} != null)"));
                    return self.put_each(at, value, inner);
                }
            }
            Type::Array(count, inner) => {
                let net = self.net("Length");
                self.out.line(format!(
                    "{net}.CheckLength({value} == null ? 0 : {value}.Length, {count}, {path});"
                ));
                if **inner == Type::Int(Integer::U8) {
                    format!("{}.PutRaw({stream}, {value});", self.net("Raw"))
                } else {
                    return self.put_each(at, value, inner);
                }
            }
            Type::Tuple(elements) if elements.len() == 1 => {
                return self.put(at, value, &elements[0]);
            }
            Type::Tuple(elements) => {
                for (number, element) in (1..).zip(elements) {
                    self.put(at, &format!("{value}.Item{number}"), element);
                }
                return;
            }
            Type::LengthPrefixed(inner) => {
                let part = self.variable("part");
                self.out.line(format!("var {part} = new NetDataWriter();"));
                self.put(At { stream: &part, ..at }, value, inner);
                format!("{}.PutPart({stream}, {part}, {path});", self.net("Part"))
            }
            Type::Custom(_) => return,
        };
        self.out.line(line);
    }

    pub(super) fn put_each(&mut self, at: At<'_>, value: &str, inner: &Type) {
        let item = self.variable("item");
        self.out.line(format!("foreach (var {item} in {value})"));
        self.braces(|writer| writer.put(at, &item, inner));
    }
}
