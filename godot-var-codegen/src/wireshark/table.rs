//! The schema as a Lua table.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::iter;

use bumpalo::Bump;
use godot_var_runtime::variant::{Bounds, Generation, Payload, TypeLayout, VariantType};

use super::{Options, string, types};
use crate::names::argument_name;
use crate::protocol::layout::Layouts;
use crate::protocol::{
    Body, EnumForm, Enumeration, Enumerator, Field, FieldDefault, Form, Protocol, Record,
    ReplicationMode, Style, Type, WireType,
};
use crate::text::filled;
use godot_var_schema::template::snake_case;
use godot_var_schema::variant::model::Id;

/// What the fixed part declares.
const TAKEN: [&str; 16] = [
    "message",
    "line",
    "godot",
    "other_version",
    "preference",
    "broken",
    "size",
    "direction",
    "likely",
    "misfit",
    "length",
    "trailing",
    "malformed",
    "variant",
    "multiplayer",
    "enet",
];

pub(super) fn schema(protocol: &Protocol, options: &Options, file: &str) -> String {
    let mut taken = TAKEN.iter().map(|name| (*name).to_owned()).collect();
    let at = names(protocol, &mut taken);
    let mut table = Table { protocol, at, taken, out: String::new() };
    table.all(options, file);
    table.out
}

/// What the fields of each type begin with, each once.
fn names(protocol: &Protocol, taken: &mut BTreeSet<String>) -> Vec<String> {
    protocol.types.iter().map(|def| unique(&path_of(&def.module, &def.name), taken)).collect()
}

/// Whether a dissector has something of Godot 4's high-level multiplayer.
pub(super) fn has_sets(protocol: &Protocol, options: &Options) -> bool {
    let has_sets = !protocol.rpc_sets.is_empty() || !protocol.sync_sets.is_empty();
    has_sets && options.engine != Some(Generation::Godot3)
}

/// What the fields of a type or a set begin with, unless that is taken.
pub(super) fn path_of(module: &[String], name: &str) -> String {
    let mut path: Vec<String> = module.iter().map(|module| abbreviation(module)).collect();
    path.push(abbreviation(&snake_case(name)));
    path.join(".")
}

/// A name in a filter: ASCII letters, digits, `_`.
pub(super) fn abbreviation(name: &str) -> String {
    let letter = |c: char| {
        if c.is_ascii_alphanumeric() || c == '_' {
            c.to_string()
        } else {
            format!("u{:x}", c as u32)
        }
    };
    name.chars().map(letter).collect()
}

/// A name with a number after it where it is taken.
pub(super) fn unique(wanted: &str, taken: &mut BTreeSet<String>) -> String {
    let mut name = wanted.to_owned();
    let mut number = 1;
    while !taken.insert(name.clone()) {
        number += 1;
        name = format!("{wanted}_{number}");
    }
    name
}

/// The fingerprint of all types, and the set of it and those of each type.
pub(super) fn layouts_of(all: u64, each: Vec<u64>) -> String {
    let known = iter::once(all).chain(each).map(|own| format!("[\"{own:016x}\"] = true"));
    let parts: Vec<String> = iter::once(format!("\"{all:016x}\"")).chain(known).collect();
    format!("layouts = {{\n{}\t}},", filled(&parts, "\t\t", types::WIDTH))
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

    /// Whether a missing field of a type is `None`, as it is of one that is encoded as an `Option`.
    fn may_be_missing(&self, ty: &Type) -> bool {
        match ty {
            Type::Option(_) => true,
            Type::Message(index) => match &self.protocol.types[*index].body {
                Body::Transparent(field) => self.may_be_missing(&field.ty),
                _ => false,
            },
            _ => false,
        }
    }

    fn all(&mut self, options: &Options, file: &str) {
        let text = |name: &Option<String>| string(name.as_deref().unwrap_or_default());
        let port = options.port.map(|port| port.to_string());
        // On one port there is one protocol.
        let (port, multiplayer_port) =
            if has_sets(self.protocol, options) { (None, port) } else { (port, None) };
        self.line(0, "local SCHEMA = {");
        self.line(1, &format!("name = {},", string(&options.name)));
        let description = format!("{} (Godot Variant messages of {file})", options.name);
        self.line(1, &format!("description = {},", string(&description)));
        self.line(1, &format!("ports = {},", text(&port)));
        let dialect = match options.engine {
            None => 0,
            Some(Generation::Godot4) => 4,
            Some(Generation::Godot3) => 3,
        };
        self.line(1, &format!("dialect = {dialect},"));
        self.line(1, &format!("to_server = {},", text(&options.to_server)));
        self.line(1, &format!("to_client = {},", text(&options.to_client)));
        let protocol = self.protocol;
        self.line(1, &layouts_of(protocol.fingerprint_of_all(), protocol.fingerprints()));
        let roots: Vec<String> =
            self.protocol.roots().iter().map(|index| (index + 1).to_string()).collect();
        self.line(1, &format!("roots = {{ {} }},", roots.join(", ")));
        self.line(1, "types = {");
        for index in 0..self.protocol.types.len() {
            self.type_def(index);
        }
        self.line(1, "},");
        if has_sets(self.protocol, options) {
            self.line(1, &format!("multiplayer_ports = {},", text(&multiplayer_port)));
            self.sets();
        }
        self.line(0, "}");
    }

    /// The RPCs of scripts and the properties of synchronizers.
    fn sets(&mut self) {
        let protocol = self.protocol;
        self.line(1, "rpc_sets = {");
        for set in &protocol.rpc_sets {
            let at = unique(&path_of(&set.module, &set.name), &mut self.taken);
            let (name, checksum) = (string(&set.path()), set.checksum());
            self.line(2, &format!("{{ name = {name}, checksum = \"{checksum}\", methods = {{"));
            for method in &set.methods {
                self.line(3, &format!("{{ name = {}, fields = {{", string(&method.name)));
                let at = format!("{at}.{}", abbreviation(&method.name));
                for argument in &method.arguments {
                    let required = argument.default == FieldDefault::Required;
                    self.value(&argument_name(argument), argument, &at, required, "");
                }
                self.line(3, "} },");
            }
            self.line(2, "} },");
        }
        self.line(1, "},");
        self.line(1, "sync_sets = {");
        for set in &protocol.sync_sets {
            let at = unique(&path_of(&set.module, &set.name), &mut self.taken);
            self.line(2, "{ fields = {");
            for property in &set.properties {
                let mode = match property.mode {
                    ReplicationMode::Never => "never",
                    ReplicationMode::Always => "always",
                    ReplicationMode::OnChange => "on_change",
                };
                let more = format!(", mode = \"{mode}\", spawn = {}", property.spawn);
                self.value(&property.path, &property.field, &at, true, &more);
            }
            self.line(2, "} },");
        }
        self.line(1, "},");
    }

    /// An argument or a property.
    fn value(&mut self, name: &str, field: &Field, at: &str, required: bool, more: &str) {
        let own = unique(&format!("{at}.{}", abbreviation(&field.name)), &mut self.taken);
        let ty = self.field_type(field, &own);
        let required = if required { ", required = true" } else { "" };
        self.line(4, &format!("{{ name = {}, type = {ty}{required}{more} }},", string(name)));
    }

    fn type_def(&mut self, index: usize) {
        let protocol = self.protocol;
        let def = &protocol.types[index];
        let at = self.at[index].clone();
        let mut head = format!("name = {}, at = {}", string(&def.name), string(&at));
        if !def.module.is_empty() {
            write!(head, ", path = {}", string(&def.path())).expect("a String takes all");
        }
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
        let other = match enumeration.other.as_ref().map(|other| &other.record.fields[..]) {
            Some([whole]) => self.field_type(whole, at),
            Some(_) => "true".to_owned(),
            None => "false".to_owned(),
        };
        self.line(2, &format!("{{ kind = \"enumeration\", {head}, {form}, other = {other},"));
        self.line(3, "members = {");
        if matches!(enumeration.form, EnumForm::Numbers | EnumForm::Ids) {
            // The number is in a field of this name.
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
        let ids: Vec<String> = iter::once(id).chain(aliases).map(|id| string(&id)).collect();
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
        let deny = if record.deny_unknown { ", deny_unknown = true" } else { "" };
        if record.fields.is_empty() {
            return self.line(indent, &format!("form = \"{form}\"{deny}, fields = {{}},"));
        }
        self.line(indent, &format!("form = \"{form}\"{deny},"));
        self.line(indent, "fields = {");
        for field in &record.fields {
            let own = format!("{at}.{}", abbreviation(&field.name));
            let own = unique(&own, &mut self.taken);
            let ty = self.field_type(field, &own);
            let keys: Vec<String> =
                iter::once(&field.key).chain(&field.aliases).map(|key| string(key)).collect();
            let mut line = format!(
                "{{ name = {}, keys = {{ {} }}, type = {ty}",
                string(&field.name),
                keys.join(", ")
            );
            // A missing element is not None.
            let optional = record.form == Form::Dictionary && self.may_be_missing(&field.ty)
                || field.default != FieldDefault::Required
                || field.flatten
                || !field.decoded;
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

    /// The type of a field, with what its attributes say.
    fn field_type(&self, field: &Field, at: &str) -> String {
        // What a function of the user writes may be anything.
        if field.custom.is_some() {
            return ANY.to_owned();
        }
        let (ty, optional) = match &field.ty {
            Type::Option(inner) => (&**inner, true),
            ty => (ty, false),
        };
        let value = field.marks.wire_type.and_then(|wire_type| written_as(wire_type, ty));
        let ty = value.as_ref().unwrap_or(ty);
        let mut text = self.of(ty, at);
        let mut more = String::new();
        if let Some(most) = field.marks.max_len {
            write!(more, ", max = {most}").expect("a String takes all");
        }
        if field.marks.strict {
            let arena = Bump::new();
            let content = if let Type::Option(inner) = &field.ty { inner } else { &field.ty };
            let layout = Layouts::new(self.protocol, &arena).marked(content, field.marks);
            let written = |generation| layout.written_type(generation).map(types::name);
            if let (Some(four), Some(three)) =
                (written(Generation::Godot4), written(Generation::Godot3))
            {
                write!(more, ", strict = {{ [4] = \"{four}\", [3] = \"{three}\" }}")
                    .expect("a String takes all");
            }
        }
        if !more.is_empty() {
            text.insert_str(text.len() - " }".len(), &more);
        }
        if optional { format!("{{ kind = \"option\", of = {text} }}") } else { text }
    }

    /// A list, and the packed arrays that it is read from.
    fn list(&self, inner: &Type, len: Option<u64>, at: &str) -> String {
        let layout = inner.value_layout();
        let packed = layout.as_ref().map(TypeLayout::read_packed_arrays);
        let mut packed = match packed.filter(|arrays| !arrays.is_empty()) {
            Some(arrays) => format!(", packed = {}", types::set(arrays.iter())),
            None => String::new(),
        };
        if let Some(array) = layout.and_then(|layout| layout.packed_array()) {
            packed.extend([", written = \"", types::name(array), "\""]);
        }
        let len = len.map_or_else(String::new, |len| format!(", len = {len}"));
        let of = self.of(inner, at);
        if is_byte(inner) {
            format!("{{ kind = \"bytes\", at = {}, of = {of}{packed}{len} }}", string(at))
        } else {
            format!("{{ kind = \"list\", of = {of}{packed}{len} }}")
        }
    }

    fn of(&self, ty: &Type, at: &str) -> String {
        match ty {
            Type::Value(kind, bounds) => leaf(*kind, *bounds, at),
            Type::View(inner) => {
                let packed = inner.value_layout().and_then(|layout| layout.packed_array());
                let (array, of) = (types::set(packed), self.of(inner, at));
                if is_byte(inner) {
                    let at = string(at);
                    format!(
                        "{{ kind = \"bytes\", at = {at}, of = {of}, packed = {array}, borrowed = true }}"
                    )
                } else {
                    format!("{{ kind = \"list\", of = {of}, packed = {array}, borrowed = true }}")
                }
            }
            Type::Pointer(inner) => self.of(inner, at),
            Type::Option(inner) => format!("{{ kind = \"option\", of = {} }}", self.of(inner, at)),
            Type::List(inner) | Type::Set(inner) => self.list(inner, None, at),
            Type::FixedList(len, inner) => self.list(inner, Some(*len), at),
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
            Type::Variant | Type::Custom => ANY.to_owned(),
        }
    }
}

/// Whether a list of this type is bytes.
fn is_byte(ty: &Type) -> bool {
    matches!(ty, Type::Value(_, Bounds::U8 | Bounds::NonZeroU8))
}

const ANY: &str = "{ kind = \"any\" }";

/// What a value is sent as, if that is another type than its own; nothing where the elements say what is sent.
fn written_as(wire_type: WireType, ty: &Type) -> Option<Type> {
    let bounds = match ty {
        &Type::BOOL => Bounds::Bool,
        Type::Value(_, bounds) => *bounds,
        _ => Bounds::None,
    };
    Some(match wire_type {
        WireType::String => Type::STRING,
        WireType::StringName => Type::Value(VariantType::StringName, Bounds::None),
        WireType::NodePath => Type::Value(VariantType::NodePath, Bounds::Text),
        WireType::Int => Type::Value(VariantType::Int, bounds),
        WireType::Float | WireType::Float64 => Type::Value(VariantType::Float, bounds),
        WireType::Array => return None,
    })
}

/// A value of one Variant type: how it is shown, what it is read from, and within which bounds.
fn leaf(kind: VariantType, bounds: Bounds<'_>, at: &str) -> String {
    let (name, at) = (types::name(kind), string(at));
    let mut text = match kind.payload() {
        Payload::Nothing => format!("{{ kind = \"nil\", name = \"{name}\""),
        Payload::Dictionary | Payload::Array => format!("{{ kind = \"any\", name = \"{name}\""),
        payload => {
            let shown = match payload {
                Payload::Bool | Payload::Int | Payload::Float => name,
                Payload::Rid | Payload::Object => "id",
                Payload::Structure { .. } => "structure",
                _ => "string",
            };
            format!("{{ kind = \"{shown}\", name = \"{name}\", at = {at}")
        }
    };
    let range = if kind == VariantType::Int { bounds.ints() } else { bounds.range() };
    if let Some((least, most)) = range {
        if kind == VariantType::Float {
            text.push_str(", whole = true");
        }
        if least != i64::MIN {
            write!(text, ", least = {least}").expect("a String takes all");
        }
        if most != i64::MAX {
            write!(text, ", most = {most}").expect("a String takes all");
        }
        if bounds.lacks_zero() && least < 0 {
            text.push_str(", non_zero = true");
        }
    }
    match bounds {
        Bounds::F32 if kind != VariantType::Int => text.push_str(", single = true"),
        Bounds::Char => text.push_str(", char = true"),
        _ => {}
    }
    text + " }"
}
