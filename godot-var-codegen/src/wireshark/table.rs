//! The schema as a Lua table.

use std::collections::BTreeSet;

use super::{Options, string};
use crate::protocol::{
    Body, Engine, EnumForm, Enumeration, Enumerator, Field, FieldDefault, Form, Integer, Protocol,
    Record, Style, Type, WireType,
};
use godot_var_schema::template::snake_case;
use godot_var_schema::variant::model::Id;

/// What the fixed part declares.
const TAKEN: [&str; 5] = ["message", "length", "trailing", "malformed", "variant"];

pub(super) fn schema(protocol: &Protocol, options: &Options, file: &str) -> String {
    let mut taken = TAKEN.iter().map(|name| (*name).to_owned()).collect();
    let at = names(protocol, &mut taken);
    let mut table = Table { protocol, at, taken, out: String::new() };
    table.all(options, file);
    table.out
}

/// What the fields of each type begin with, each once.
fn names(protocol: &Protocol, taken: &mut BTreeSet<String>) -> Vec<String> {
    protocol
        .types
        .iter()
        .map(|def| {
            let mut path: Vec<String> =
                def.module.iter().map(|module| abbreviation(module)).collect();
            path.push(abbreviation(&snake_case(&def.name)));
            unique(&path.join("."), taken)
        })
        .collect()
}

/// A name in a filter: ASCII letters, digits, `_`.
fn abbreviation(name: &str) -> String {
    let letter = |c: char| {
        if c.is_ascii_alphanumeric() || c == '_' {
            c.to_string()
        } else {
            format!("u{:x}", c as u32)
        }
    };
    name.chars().map(letter).collect()
}

/// A name with a number behind it where it is taken.
pub(super) fn unique(wanted: &str, taken: &mut BTreeSet<String>) -> String {
    let mut name = wanted.to_owned();
    let mut number = 1;
    while !taken.insert(name.clone()) {
        number += 1;
        name = format!("{wanted}_{number}");
    }
    name
}

struct Table<'p> {
    protocol: &'p Protocol,
    /// What the fields of each type begin with.
    at: Vec<String>,
    /// Every name that is in use.
    taken: BTreeSet<String>,
    out: String,
}

impl<'p> Table<'p> {
    fn line(&mut self, indent: usize, line: &str) {
        for _ in 0..indent {
            self.out.push('\t');
        }
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn all(&mut self, options: &Options, file: &str) {
        let text = |name: &Option<String>| string(name.as_deref().unwrap_or_default());
        let port = options.port.map(|port| port.to_string());
        self.line(0, "local SCHEMA = {");
        self.line(1, &format!("name = {},", string(&options.name)));
        let description = format!("{} (Godot Variant messages of {file})", options.name);
        self.line(1, &format!("description = {},", string(&description)));
        self.line(1, &format!("ports = {},", text(&port)));
        self.line(1, &format!("to_server = {},", text(&options.to_server)));
        self.line(1, &format!("to_client = {},", text(&options.to_client)));
        let roots: Vec<String> =
            self.protocol.roots().iter().map(|index| (index + 1).to_string()).collect();
        self.line(1, &format!("roots = {{ {} }},", roots.join(", ")));
        self.line(1, "types = {");
        for index in 0..self.protocol.types.len() {
            self.type_def(index);
        }
        self.line(1, "},");
        self.line(0, "}");
    }

    fn type_def(&mut self, index: usize) {
        let protocol = self.protocol;
        let def = &protocol.types[index];
        let at = self.at[index].clone();
        let head = format!("name = {}, at = {}", string(&def.name), string(&at));
        match &def.body {
            Body::Unit => self.line(2, &format!("{{ kind = \"unit\", {head} }},")),
            Body::Transparent(field) => {
                let ty = self.field_type(field, &at);
                self.line(2, &format!("{{ kind = \"transparent\", {head}, type = {ty} }},"));
            }
            Body::Record(record) => {
                self.line(2, &format!("{{ kind = \"record\", {head},"));
                self.record(record, &at, 3);
                self.line(2, "},");
            }
            Body::Enumeration(enumeration) => self.enumeration(enumeration, &head, &at),
        }
    }

    fn enumeration(&mut self, enumeration: &'p Enumeration, head: &str, at: &str) {
        let form = match &enumeration.form {
            EnumForm::Names => "form = \"names\"".to_owned(),
            EnumForm::Numbers => "form = \"numbers\"".to_owned(),
            EnumForm::External => "form = \"external\"".to_owned(),
            EnumForm::Untagged => "form = \"untagged\"".to_owned(),
            EnumForm::Ids => "form = \"ids\"".to_owned(),
            EnumForm::Internal { tag } => format!("form = \"internal\", tag = {}", string(tag)),
            EnumForm::Adjacent { tag, content } => {
                format!("form = \"adjacent\", tag = {}, content = {}", string(tag), string(content))
            }
        };
        let other = enumeration.other.is_some();
        self.line(2, &format!("{{ kind = \"enumeration\", {head}, {form}, other = {other},"));
        self.line(3, "members = {");
        if matches!(enumeration.form, EnumForm::Numbers | EnumForm::Ids) {
            // The number stands in a field of this name.
            self.taken.insert(format!("{at}.id"));
        }
        for member in &enumeration.members {
            let own = format!("{at}.{}", abbreviation(&snake_case(&member.name)));
            let own = unique(&own, &mut self.taken);
            self.member(member, &own);
        }
        self.line(3, "},");
        self.line(2, "},");
    }

    fn member(&mut self, member: &'p Enumerator, at: &str) {
        let id = match &member.id {
            Id::Int(number) => format!("i{number}"),
            Id::Text(text) => format!("s{text}"),
        };
        let aliases = member.aliases.iter().map(|alias| format!("s{alias}"));
        let ids: Vec<String> = std::iter::once(id).chain(aliases).map(|id| string(&id)).collect();
        let style = match member.style {
            Style::Named => "named",
            Style::Newtype => "newtype",
            Style::Tuple => "tuple",
            Style::Unit => "unit",
        };
        let (name, ids) = (string(&member.name), ids.join(", "));
        self.line(4, &format!("{{ name = {name}, ids = {{ {ids} }}, style = \"{style}\","));
        if let ([only], Style::Newtype) = (&member.record.fields[..], member.style) {
            let ty = self.field_type(only, at);
            self.line(5, "form = \"array\",");
            let field = format!("name = \"0\", keys = {{ \"0\" }}, type = {ty}, required = true");
            self.line(5, &format!("fields = {{ {{ {field} }} }},"));
        } else {
            self.record(&member.record, at, 5);
        }
        self.line(4, "},");
    }

    fn record(&mut self, record: &'p Record, at: &str, indent: usize) {
        let form = match record.form {
            Form::Dictionary => "dictionary",
            Form::Array => "array",
        };
        if record.fields.is_empty() {
            return self.line(indent, &format!("form = \"{form}\", fields = {{}},"));
        }
        self.line(indent, &format!("form = \"{form}\","));
        self.line(indent, "fields = {");
        for field in &record.fields {
            let own = format!("{at}.{}", abbreviation(&field.name));
            let own = unique(&own, &mut self.taken);
            let ty = self.field_type(field, &own);
            let keys: Vec<String> =
                std::iter::once(&field.key).chain(&field.aliases).map(|key| string(key)).collect();
            let mut line = format!(
                "{{ name = {}, keys = {{ {} }}, type = {ty}",
                string(&field.name),
                keys.join(", ")
            );
            let optional = matches!(field.ty, Type::Option(_))
                || field.default != FieldDefault::Required
                || field.skip_encoding_if.is_some()
                || field.flatten
                || !(field.encoded && field.decoded);
            if !optional {
                line.push_str(", required = true");
            }
            if field.flatten {
                line.push_str(", flatten = true");
            }
            self.line(indent + 1, &format!("{line} }},"));
        }
        self.line(indent, "},");
    }

    fn field_type(&self, field: &Field, at: &str) -> String {
        if field.custom.is_some() {
            return ANY.to_owned();
        }
        if let Some(kind) = field.wire_type.and_then(wire_kind) {
            let inner = leaf(kind, at);
            return match field.ty {
                Type::Option(_) => format!("{{ kind = \"option\", of = {inner} }}"),
                _ => inner,
            };
        }
        match &field.ty {
            Type::List(inner) if field.wire_type == Some(WireType::Array) => {
                format!("{{ kind = \"list\", of = {} }}", self.of(inner, at))
            }
            ty => self.of(ty, at),
        }
    }

    fn of(&self, ty: &Type, at: &str) -> String {
        match ty {
            Type::Unit => "{ kind = \"nil\" }".to_owned(),
            Type::Bool => leaf("bool", at),
            Type::Int(_) => leaf("int", at),
            Type::F32 | Type::F64 => leaf("float", at),
            Type::Char | Type::String => leaf("string", at),
            Type::Bytes => leaf("bytes", at),
            Type::List(inner) | Type::FixedList(_, inner) if **inner == Type::Int(Integer::U8) => {
                leaf("bytes", at)
            }
            Type::Variant | Type::Custom => ANY.to_owned(),
            Type::Engine(engine) | Type::Double(engine) => engine_type(*engine, at),
            Type::Option(inner) => format!("{{ kind = \"option\", of = {} }}", self.of(inner, at)),
            Type::List(inner) | Type::FixedList(_, inner) | Type::Set(inner) => {
                format!("{{ kind = \"list\", of = {} }}", self.of(inner, at))
            }
            Type::Tuple(elements) => {
                let of = |(position, element)| self.of(element, &format!("{at}.{position}"));
                let elements: Vec<String> = elements.iter().enumerate().map(of).collect();
                format!("{{ kind = \"tuple\", elements = {{ {} }} }}", elements.join(", "))
            }
            Type::Map(key, value) => format!(
                "{{ kind = \"map\", key = {}, value = {} }}",
                self.of(key, &format!("{at}.key")),
                self.of(value, &format!("{at}.value"))
            ),
            Type::Message(index) => {
                let number = index + 1;
                match &self.protocol.types[*index].body {
                    Body::Enumeration(enumeration) if enumeration.is_plain() => {
                        let at = string(at);
                        format!("{{ kind = \"message\", index = {number}, at = {at} }}")
                    }
                    _ => format!("{{ kind = \"message\", index = {number} }}"),
                }
            }
        }
    }
}

const ANY: &str = "{ kind = \"any\" }";

fn leaf(kind: &str, at: &str) -> String {
    format!("{{ kind = \"{kind}\", at = {} }}", string(at))
}

fn wire_kind(wire_type: WireType) -> Option<&'static str> {
    match wire_type {
        WireType::String | WireType::StringName | WireType::NodePath => Some("string"),
        WireType::Int => Some("int"),
        WireType::Float => Some("float"),
        // What the elements are, the type says.
        WireType::Array | WireType::Float64 => None,
    }
}

fn engine_type(engine: Engine, at: &str) -> String {
    match engine {
        Engine::StringName | Engine::NodePath | Engine::Signal => leaf("string", at),
        Engine::Rid | Engine::ObjectId => leaf("id", at),
        Engine::Callable => "{ kind = \"nil\" }".to_owned(),
        Engine::Dictionary | Engine::Array => ANY.to_owned(),
        structure => {
            let name = string(structure.godot4_name());
            format!("{{ kind = \"structure\", at = {}, name = {name} }}", string(at))
        }
    }
}
