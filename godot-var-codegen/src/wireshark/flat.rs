//! Dissectors of flat messages: the schema as a Lua table, with all that the bytes of each field depend on, before a fixed part.

use std::collections::BTreeSet;
use std::fmt::Write;

use godot_var_runtime::flat::format::quantize;
use godot_var_runtime::flat::{NumberType, Prefix};
use godot_var_runtime::variant::{Generation, VariantType};
use godot_var_schema::template::snake_case;

use super::table::{abbreviation, layouts_of, path_of, unique};
use super::{COMMON, Error, Options, TRANSPORT, check_name, head, string, types};
use crate::flat::{
    Body, Enumeration, Field, Record, Schema, Sizes, Type, TypeDef, component_names, kind_of,
};
use crate::names::{FLAT_TYPE, no_type};
use crate::protocol::FieldDefault;

const FLAT: &str = concat!(
    include_str!("flat_values.lua"),
    include_str!("flat_read.lua"),
    include_str!("flat_rows.lua"),
);

/// What the fixed part declares.
const TAKEN: [&str; 16] = [
    "message",
    "line",
    "other_version",
    "preference",
    "broken",
    "size",
    "direction",
    "type",
    "length",
    "value",
    "flags",
    "unknown",
    "trailing",
    "malformed",
    "variant",
    "enet",
];

/// Writes the dissector of flat messages.
///
/// The bytes do not tell their type: packets to the port have the type [`Options::to_server`], those from it [`Options::to_client`]. Without
/// a name it is the first type that fits, of those that no other contains.
///
/// # Errors
/// [`Error`] for options that Wireshark or the schema cannot follow.
pub fn generate_flat(schema: &Schema, options: &Options) -> Result<String, Error> {
    check_name(&options.name)?;
    for (option, name) in options.types() {
        if schema.get(name).is_none() {
            let paths: Vec<String> = schema.types.iter().map(TypeDef::path).collect();
            return Err(Error::Type(format!("`{option}`: {}", no_type(name, FLAT_TYPE, &paths))));
        }
    }
    let root = schema.files.first().map_or("", String::as_str);
    let file = root.rsplit(['/', '\\']).next().unwrap_or_default();
    let mut taken = TAKEN.iter().map(|name| (*name).to_owned()).collect();
    let own = |def: &TypeDef| unique(&path_of(&def.module, &def.name), &mut taken);
    let at = schema.types.iter().map(own).collect();
    let mut table = Table { schema, sizes: Sizes::new(schema), at, taken, out: String::new() };
    table.all(options, file);
    Ok(head(file) + &table.out + &types::tables() + COMMON + FLAT + TRANSPORT)
}

struct Table<'s> {
    schema: &'s Schema,
    sizes: Sizes<'s>,
    /// What the fields of each type begin with.
    at: Vec<String>,
    /// Every name that is in use.
    taken: BTreeSet<String>,
    out: String,
}

impl Table<'_> {
    fn line(&mut self, indent: usize, line: &str) {
        self.out.extend(std::iter::repeat_n('\t', indent));
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn all(&mut self, options: &Options, file: &str) {
        let schema = self.schema;
        let path = |name: &Option<String>| {
            let def = name.as_ref().and_then(|name| schema.get(name));
            string(&def.map(TypeDef::path).unwrap_or_default())
        };
        let port = options.port.map(|port| port.to_string()).unwrap_or_default();
        let description = format!("{} (flat messages of {file})", options.name);
        let outer = match schema.outer_types() {
            outer if outer.is_empty() => schema.roots(),
            outer => outer,
        };
        let outer: Vec<String> = outer.iter().map(|index| (index + 1).to_string()).collect();
        self.line(0, "local SCHEMA = {");
        self.line(1, &format!("name = {},", string(&options.name)));
        self.line(1, &format!("description = {},", string(&description)));
        self.line(1, &format!("ports = {},", string(&port)));
        self.line(1, &format!("to_server = {},", path(&options.to_server)));
        self.line(1, &format!("to_client = {},", path(&options.to_client)));
        self.line(1, &layouts_of(schema.fingerprint_of_all(), schema.fingerprints()));
        self.line(1, &format!("outer = {{ {} }},", outer.join(", ")));
        self.line(1, "types = {");
        for (index, def) in schema.types.iter().enumerate() {
            self.type_def(index, def);
        }
        self.line(1, "},");
        self.line(0, "}");
    }

    fn type_def(&mut self, index: usize, def: &TypeDef) {
        let at = self.at[index].clone();
        let mut head = format!(
            "name = {}, path = {}, ident = {}, at = {}",
            string(&def.name),
            string(&def.path()),
            string(&def.ident),
            string(&at)
        );
        for (is_set, key) in [(def.big_endian, "big"), (def.trailing, "trailing")] {
            if is_set {
                write!(head, ", {key} = true").expect("a String takes all");
            }
        }
        match &def.body {
            Body::Record(record) => {
                self.line(2, &format!("{{ kind = \"record\", {head},"));
                self.record(record, &at, 3);
                self.line(2, "},");
            }
            Body::Enumeration(enumeration) => self.enumeration(enumeration, &head, &at),
        }
    }

    fn enumeration(&mut self, enumeration: &Enumeration, head: &str, at: &str) {
        // The number is in a field of this name.
        self.taken.insert(format!("{at}.id"));
        let number = prefix(enumeration.number);
        self.line(2, &format!("{{ kind = \"enumeration\", {head}, number = \"{number}\","));
        if let Some(other) = &enumeration.other {
            let rest = enumeration.other_takes_rest();
            let name = string(&other.name);
            self.line(3, &format!("other = {{ name = {name}, takes_rest = {rest} }},"));
        }
        self.line(3, "members = {");
        for member in &enumeration.members {
            let own = format!("{at}.{}", abbreviation(&snake_case(&member.name)));
            let own = unique(&own, &mut self.taken);
            let only = member.record.fields.first().filter(|_| member.is_message);
            let is_message = only.is_some_and(|only| matches!(only.ty, Type::Message(_)));
            let is_message = if is_message { ", is_message = true" } else { "" };
            let name = string(&member.name);
            self.line(4, &format!("{{ name = {name}, id = {}{is_message},", member.id));
            self.record(&member.record, &own, 5);
            self.line(4, "},");
        }
        self.line(3, "},");
        self.line(2, "},");
    }

    fn record(&mut self, record: &Record, at: &str, indent: usize) {
        self.line(indent, &format!("header = {},", record.header_bits));
        self.line(indent, "fields = {");
        for field in &record.fields {
            let own = match &record.fields[..] {
                [only] if only.name == "0" => at.to_owned(),
                _ => unique(&format!("{at}.{}", abbreviation(&field.name)), &mut self.taken),
            };
            let text = self.field(field, &own);
            self.line(indent + 1, &text);
        }
        self.line(indent, "},");
    }

    fn field(&self, field: &Field, at: &str) -> String {
        let mut text =
            format!("{{ name = {}, type = {}", string(&field.name), self.of(&field.ty, at));
        if let Some(bits) = field.bits {
            write!(text, ", first = {}, count = {}", bits.first, bits.count)
                .expect("a String takes all");
        }
        if field.default != FieldDefault::Required {
            text.push_str(", default = true");
        }
        text + " },"
    }

    /// A value whose row has a name in filters.
    fn named(kind: &str, at: &str, more: &str) -> String {
        format!("{{ kind = \"{kind}\", at = {}{more} }}", string(at))
    }

    /// A structure with the names of its components.
    fn parts(kind: &str, structure: VariantType, at: &str, more: &str) -> String {
        let names: Vec<String> =
            component_names(structure).iter().map(|name| string(name)).collect();
        let name = structure.name(Generation::Godot4);
        let more = format!(", name = \"{name}\", names = {{ {} }}{more}", names.join(", "));
        Self::named(kind, at, &more)
    }

    fn of(&self, ty: &Type, at: &str) -> String {
        match ty {
            Type::AtMost(most, inner) => {
                let text = self.of(inner, at);
                let whole = text.strip_suffix(" }").unwrap_or(&text);
                format!("{whole}, most = {most} }}")
            }
            Type::InBits(bits, inner) => {
                let text = self.of(inner, at);
                if *bits == 64 || !self.schema.may_exceed_bits(inner) {
                    return text;
                }
                let whole = text.strip_suffix(" }").unwrap_or(&text);
                format!("{whole}, bits = {bits} }}")
            }
            Type::Unit => "{ kind = \"unit\" }".to_owned(),
            Type::Bool => Self::named("bool", at, ""),
            Type::LenientBool => Self::named("bool", at, ", lenient = true"),
            Type::Number(number) => {
                Self::named("number", at, &format!(", number = \"{}\"", number.name()))
            }
            Type::Varint(number) => {
                Self::named("varint", at, &format!(", number = \"{}\"", number.name()))
            }
            Type::NonZero(inner) => {
                let text = self.of(inner, at);
                let whole = text.strip_suffix(" }").unwrap_or(&text);
                format!("{whole}, non_zero = true }}")
            }
            Type::Char => Self::named("char", at, ""),
            Type::Range { low, high, steps, .. } => range(*steps, (*low, *high), at),
            Type::Angle { degrees, steps } => range(*steps, (0.0, quantize::turn(*degrees)), at),
            Type::Direction(inner) => {
                let of = format!(", of = {}", self.of(inner, at));
                Self::parts("direction", VariantType::Vector2, at, &of)
            }
            Type::Octahedron(inner) => {
                let of = format!(", of = {}", self.of(inner, at));
                Self::parts("octahedron", VariantType::Vector3, at, &of)
            }
            Type::SmallestThree(bits) => {
                let size = self.sizes.value(ty).max;
                let more = format!(", bits = {bits}, size = {size}");
                Self::parts("rotation", VariantType::Quaternion, at, &more)
            }
            Type::Components(kind, inner) => {
                let of = format!(", of = {}", self.of(inner, at));
                Self::parts("structure", *kind, at, &of)
            }
            Type::Text(_, of) => {
                Self::named("text", at, &format!(", prefix = \"{}\"", prefix(*of)))
            }
            Type::CString(_) => Self::named("c_string", at, ""),
            Type::List(of, element) => {
                let min = self.sizes.value(element).min;
                let more = format!(", prefix = \"{}\", min = {min}", prefix(*of));
                self.elements("list", element, at, &more)
            }
            Type::Array(count, element) => {
                let min = self.sizes.value(ty).min;
                self.elements("array", element, at, &format!(", count = {count}, min = {min}"))
            }
            Type::Map(of, key, value) => {
                let min = self.sizes.value(key).min + self.sizes.value(value).min;
                let key = self.of(key, &format!("{at}.key"));
                let value = self.of(value, &format!("{at}.value"));
                let of = prefix(*of);
                format!(
                    "{{ kind = \"map\", key = {key}, value = {value}, prefix = \"{of}\", min = {min} }}"
                )
            }
            Type::Tuple(elements) => {
                let elements = elements.iter().enumerate();
                let elements = elements.map(|(at_of, of)| self.of(of, &format!("{at}.{at_of}")));
                let elements: Vec<String> = elements.collect();
                format!("{{ kind = \"tuple\", elements = {{ {} }} }}", elements.join(", "))
            }
            Type::Option(inner) => format!("{{ kind = \"option\", of = {} }}", self.of(inner, at)),
            Type::Ipv4 => Self::named("ipv4", at, ""),
            Type::Ipv6 => Self::named("ipv6", at, ""),
            Type::Ip => Self::named("ip", at, ""),
            Type::Socket => Self::named("socket", at, ""),
            Type::Uuid => Self::named("uuid", at, ""),
            Type::Variant(generation, ty) => {
                let generation = if *generation == Generation::Godot4 { 4 } else { 3 };
                let name = kind_of(ty).map(|kind| format!(", name = \"{}\"", types::name(kind)));
                let name = name.unwrap_or_default();
                format!("{{ kind = \"variant\", generation = {generation}{name} }}")
            }
            Type::Message(index) => {
                let number = index + 1;
                match &self.schema.types[*index].body {
                    Body::Enumeration(enumeration) if enumeration.is_plain() => {
                        Self::named("message", at, &format!(", index = {number}"))
                    }
                    _ => format!("{{ kind = \"message\", index = {number} }}"),
                }
            }
            Type::Custom(path) => format!("{{ kind = \"custom\", path = {} }}", string(path)),
        }
    }

    /// A list or array; bytes have a row of their own.
    fn elements(&self, kind: &str, element: &Type, at: &str, more: &str) -> String {
        let of = self.of(element, at);
        let own = match element {
            Type::Number(NumberType::U8) => format!(", at = {}", string(at)),
            _ => String::new(),
        };
        format!("{{ kind = \"{kind}\", of = {of}{own}{more} }}")
    }
}

fn prefix(prefix: Prefix) -> &'static str {
    match prefix {
        Prefix::Varint => "varint",
        Prefix::Number(number) => number.name(),
    }
}

/// Steps from the value of the first to that of the last.
fn range(steps: NumberType, (low, high): (f64, f64), at: &str) -> String {
    let more = format!(", low = {low:?}, high = {high:?}, steps = \"{}\"", steps.name());
    Table::named("range", at, &more)
}
