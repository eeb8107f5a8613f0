//! Dissectors of flat messages: the schema as a Lua table, with all that the bytes of each field depend on, before a fixed part.

use std::collections::BTreeSet;
use std::fmt::Display;

use godot_var_runtime::flat::format::quantize;
use godot_var_runtime::flat::{NumberType, Prefix};
use godot_var_runtime::variant::{Generation, VariantType};
use godot_var_schema::template::snake_case;

use super::lua::{Item, Lines, list, string};
use super::table::{abbreviation, layouts_of, path_of, unique};
use super::{COMMON, Error, Options, TRANSPORT, check_name, head, types};
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
    let (sizes, records) = (Sizes::new(schema), schema.records_of_packets());
    let mut table = Table { schema, sizes, records, at, taken, out: Lines::default() };
    table.all(options, file);
    Ok(head(file) + &table.out.0 + &types::tables() + COMMON + FLAT + TRANSPORT)
}

struct Table<'s> {
    schema: &'s Schema,
    sizes: Sizes<'s>,
    /// The types that say what a packet of snapshots has of an entity, each with whether the state is an enum.
    records: Vec<(usize, bool)>,
    /// What the fields of each type begin with.
    at: Vec<String>,
    /// Every name that is in use.
    taken: BTreeSet<String>,
    out: Lines,
}

impl Table<'_> {
    fn line(&mut self, indent: usize, line: impl Display) {
        self.out.line(indent, line);
    }

    fn all(&mut self, options: &Options, file: &str) {
        let schema = self.schema;
        let path = |name: &Option<String>| {
            let def = name.as_ref().and_then(|name| schema.get(name));
            def.map(TypeDef::path).unwrap_or_default()
        };
        let outer = match schema.outer_types() {
            outer if outer.is_empty() => schema.roots(),
            outer => outer,
        };
        let out = &mut self.out;
        out.line(0, "local SCHEMA = {");
        out.text(1, "name", &options.name);
        out.text(1, "description", &format!("{} (flat messages of {file})", options.name));
        let port = options.port.map(|port| port.to_string());
        out.text(1, "ports", &port.unwrap_or_default());
        out.text(1, "to_server", &path(&options.to_server));
        out.text(1, "to_client", &path(&options.to_client));
        let known = schema.fingerprints().into_iter().chain(options.layout);
        let layouts = layouts_of(schema.fingerprint_of_all(), known);
        out.entry(1, "layouts", layouts);
        out.entry(1, "outer", list(outer.iter().map(|index| index + 1)));
        self.line(1, "types = {");
        for (index, def) in schema.types.iter().enumerate() {
            self.type_def(index, def);
        }
        self.line(1, "},");
        self.line(0, "}");
    }

    fn type_def(&mut self, index: usize, def: &TypeDef) {
        let at = self.at[index].clone();
        let head = |kind| {
            Item::kind(kind)
                .text("name", &def.name)
                .text("path", &def.path())
                .text("ident", &def.ident)
                .text("at", &at)
                .flag("big", def.big_endian)
                .flag("trailing", def.trailing)
        };
        match &def.body {
            Body::Record(record) => {
                let head = match self.records.iter().find(|(of, _)| *of == index) {
                    Some((_, true)) => head("record").text("entity", "enum"),
                    Some((_, false)) => head("record").text("entity", "struct"),
                    None => head("record"),
                };
                self.line(2, head.open());
                self.record(record, &at, 3);
                self.line(2, "},");
            }
            Body::Enumeration(enumeration) => {
                self.enumeration(enumeration, head("enumeration"), &at);
            }
        }
    }

    fn enumeration(&mut self, enumeration: &Enumeration, head: Item, at: &str) {
        // The number is in a field of this name.
        self.taken.insert(format!("{at}.id"));
        self.line(2, head.text("number", prefix(enumeration.number)).open());
        if let Some(other) = &enumeration.other {
            let rest = enumeration.other_takes_rest();
            let item = Item::default().text("name", &other.name).put("takes_rest", rest);
            self.out.entry(3, "other", item);
        }
        self.line(3, "members = {");
        for member in &enumeration.members {
            let own = format!("{at}.{}", abbreviation(&snake_case(&member.name)));
            let own = unique(&own, &mut self.taken);
            let only = member.record.fields.first().filter(|_| member.is_message);
            let is_message = only.is_some_and(|only| matches!(only.ty, Type::Message(_)));
            let head = Item::default().text("name", &member.name).put("id", member.id);
            self.line(4, head.flag("is_message", is_message).open());
            self.record(&member.record, &own, 5);
            self.line(4, "},");
        }
        self.line(3, "},");
        self.line(2, "},");
    }

    fn record(&mut self, record: &Record, at: &str, indent: usize) {
        self.out.entry(indent, "header", record.header_bits);
        self.line(indent, "fields = {");
        for field in &record.fields {
            let own = match &record.fields[..] {
                [only] if only.name == "0" => at.to_owned(),
                _ => unique(&format!("{at}.{}", abbreviation(&field.name)), &mut self.taken),
            };
            let item = self.field(field, &own);
            self.line(indent + 1, format_args!("{item},"));
        }
        self.line(indent, "},");
    }

    fn field(&self, field: &Field, at: &str) -> Item {
        let mut item =
            Item::default().text("name", &field.name).put("type", self.of(&field.ty, at));
        if let Some(bits) = field.bits {
            item = item.put("first", bits.first).put("count", bits.count);
        }
        if let Some(time) = field.time.filter(|time| time.unit == "s") {
            item = item.text("time", if time.since_1970 { "since 1970" } else { "span" });
        }
        item.flag("default", field.default != FieldDefault::Required)
    }

    fn of(&self, ty: &Type, at: &str) -> Item {
        // A value whose row has a name in filters.
        let named = |kind| Item::kind(kind).text("at", at);
        // A structure with the names of its components.
        let parts = |kind, structure: VariantType| {
            let names = component_names(structure).iter().map(|name| string(name));
            named(kind).text("name", structure.name(Generation::Godot4)).put("names", list(names))
        };
        // Steps from the value of the first to that of the last.
        let range = |steps: NumberType, low: f64, high: f64| {
            let item = named("range").put("low", format_args!("{low:?}"));
            item.put("high", format_args!("{high:?}")).text("steps", steps.name())
        };
        match ty {
            Type::AtMost(most, inner) => self.of(inner, at).put("most", most),
            Type::InBits(bits, inner) => {
                let item = self.of(inner, at);
                let is_checked = *bits != 64 && self.schema.may_exceed_bits(inner);
                if is_checked { item.put("bits", bits) } else { item }
            }
            Type::Unit => Item::kind("unit"),
            Type::Bool => named("bool"),
            Type::LenientBool => named("bool").flag("lenient", true),
            Type::Number(number) => named("number").text("number", number.name()),
            Type::Varint(number) => named("varint").text("number", number.name()),
            Type::NonZero(inner) => self.of(inner, at).flag("non_zero", true),
            Type::Char => named("char"),
            Type::Range { low, high, steps, .. } => range(*steps, *low, *high),
            Type::Angle { degrees, steps } => range(*steps, 0.0, quantize::turn(*degrees)),
            Type::Direction(inner) => {
                parts("direction", VariantType::Vector2).put("of", self.of(inner, at))
            }
            Type::Octahedron(inner) => {
                parts("octahedron", VariantType::Vector3).put("of", self.of(inner, at))
            }
            Type::SmallestThree(bits) => parts("rotation", VariantType::Quaternion)
                .put("bits", bits)
                .put("size", self.sizes.value(ty).max),
            Type::Components(kind, inner) => {
                parts("structure", *kind).put("of", self.of(inner, at))
            }
            Type::Text(_, of) => named("text").text("prefix", prefix(*of)),
            Type::CString(_) => named("c_string"),
            Type::List(of, element) => self
                .elements("list", element, at)
                .text("prefix", prefix(*of))
                .put("min", self.sizes.value(element).min),
            Type::Packed(of, bits, element) => Item::kind("packed")
                .put("of", self.of(element, at))
                .text("prefix", prefix(*of))
                .put("bits", bits),
            Type::Array(count, element) => self
                .elements("array", element, at)
                .put("count", count)
                .put("min", self.sizes.value(ty).min),
            Type::Map(of, key, value) => Item::kind("map")
                .put("key", self.of(key, &format!("{at}.key")))
                .put("value", self.of(value, &format!("{at}.value")))
                .text("prefix", prefix(*of))
                .put("min", self.sizes.value(key).min + self.sizes.value(value).min),
            Type::Tuple(elements) => {
                let of = |(position, of)| self.of(of, &format!("{at}.{position}"));
                Item::kind("tuple").put("elements", list(elements.iter().enumerate().map(of)))
            }
            Type::Option(inner) => Item::kind("option").put("of", self.of(inner, at)),
            Type::Ipv4 => named("ipv4"),
            Type::Ipv6 => named("ipv6"),
            Type::Ip => named("ip"),
            Type::Socket => named("socket"),
            Type::Uuid => named("uuid"),
            Type::Variant(generation, ty) => {
                let generation = if *generation == Generation::Godot4 { 4 } else { 3 };
                let item = Item::kind("variant").put("generation", generation);
                match kind_of(ty) {
                    Some(kind) => item.text("name", types::name(kind)),
                    None => item,
                }
            }
            Type::Message(index) => {
                let item = match &self.schema.types[*index].body {
                    Body::Enumeration(enumeration) if enumeration.is_plain() => named("message"),
                    _ => Item::kind("message"),
                };
                item.put("index", index + 1)
            }
            Type::Custom(path) => Item::kind("custom").text("path", path),
        }
    }

    /// A list or array; bytes have a row of their own.
    fn elements(&self, kind: &str, element: &Type, at: &str) -> Item {
        let item = Item::kind(kind).put("of", self.of(element, at));
        match element {
            Type::Number(NumberType::U8) => item.text("at", at),
            _ => item,
        }
    }
}

fn prefix(prefix: Prefix) -> &'static str {
    match prefix {
        Prefix::Varint => "varint",
        Prefix::Number(number) => number.name(),
    }
}
