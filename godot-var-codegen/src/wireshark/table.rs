//! The schema as a Lua table.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::iter;

use bumpalo::Bump;
use godot_var_runtime::variant::{Bounds, Generation, Payload, TypeLayout, VariantType};

use super::lua::{Item, Lines, list, string};
use super::{Options, types};
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
    let mut table = Table { protocol, at, taken, out: Lines::default() };
    table.all(options, file);
    table.out.0
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
pub(super) fn layouts_of(all: u64, each: impl IntoIterator<Item = u64>) -> String {
    let known = iter::once(all).chain(each).map(|own| format!("[\"{own:016x}\"] = true"));
    let parts: Vec<String> = iter::once(format!("\"{all:016x}\"")).chain(known).collect();
    format!("{{\n{}\t}}", filled(&parts, "\t\t", types::WIDTH))
}

struct Table<'p> {
    protocol: &'p Protocol,
    /// What the fields of each type begin with.
    at: Vec<String>,
    /// Every name that is in use.
    taken: BTreeSet<String>,
    out: Lines,
}

impl<'p> Table<'p> {
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
        let text = |name: &Option<String>| name.clone().unwrap_or_default();
        let port = options.port.map(|port| port.to_string());
        // On one port there is one protocol.
        let (port, multiplayer_port) =
            if has_sets(self.protocol, options) { (None, port) } else { (port, None) };
        let dialect = match options.engine {
            None => 0,
            Some(Generation::Godot4) => 4,
            Some(Generation::Godot3) => 3,
        };
        let protocol = self.protocol;
        let roots = protocol.roots().into_iter().map(|index| (index + 1).to_string());
        let out = &mut self.out;
        out.line(0, "local SCHEMA = {");
        out.text(1, "name", &options.name);
        let description = format!("{} (Godot Variant messages of {file})", options.name);
        out.text(1, "description", &description);
        out.text(1, "ports", &text(&port));
        out.entry(1, "dialect", dialect);
        out.text(1, "to_server", &text(&options.to_server));
        out.text(1, "to_client", &text(&options.to_client));
        let layouts = layouts_of(protocol.fingerprint_of_all(), protocol.fingerprints());
        out.entry(1, "layouts", layouts);
        out.entry(1, "roots", list(roots));
        self.line(1, "types = {");
        for index in 0..self.protocol.types.len() {
            self.type_def(index);
        }
        self.line(1, "},");
        if has_sets(self.protocol, options) {
            self.out.text(1, "multiplayer_ports", &text(&multiplayer_port));
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
            let head = Item::default().text("name", &set.path()).text("checksum", &set.checksum());
            self.line(2, format_args!("{} methods = {{", head.open()));
            for method in &set.methods {
                let head = Item::default().text("name", &method.name);
                self.line(3, format_args!("{} fields = {{", head.open()));
                let at = format!("{at}.{}", abbreviation(&method.name));
                for argument in &method.arguments {
                    let required = argument.default == FieldDefault::Required;
                    let item = self.value(&argument_name(argument), argument, &at, required);
                    self.line(4, format_args!("{item},"));
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
                let item = self.value(&property.path, &property.field, &at, true);
                let item = item.text("mode", mode).put("spawn", property.spawn);
                self.line(4, format_args!("{item},"));
            }
            self.line(2, "} },");
        }
        self.line(1, "},");
    }

    /// An argument or a property.
    fn value(&mut self, name: &str, field: &Field, at: &str, required: bool) -> Item {
        let own = unique(&format!("{at}.{}", abbreviation(&field.name)), &mut self.taken);
        let ty = self.field_type(field, &own);
        Item::default().text("name", name).put("type", ty).flag("required", required)
    }

    fn line(&mut self, indent: usize, line: impl Display) {
        self.out.line(indent, line);
    }

    fn type_def(&mut self, index: usize) {
        let protocol = self.protocol;
        let def = &protocol.types[index];
        let at = self.at[index].clone();
        let head = |kind| {
            let head = Item::kind(kind).text("name", &def.name).text("at", &at);
            if def.module.is_empty() { head } else { head.text("path", &def.path()) }
        };
        match &def.body {
            Body::Unit => self.line(2, format_args!("{},", head("unit"))),
            Body::Transparent(field) => {
                let item = head("transparent").put("type", self.field_type(field, &at));
                self.line(2, format_args!("{item},"));
            }
            Body::Record(record) => {
                self.line(2, head("record").open());
                self.record(record, &at, 3);
                self.line(2, "},");
            }
            Body::Enumeration(enumeration) => {
                self.enumeration(enumeration, head("enumeration"), &at);
            }
        }
    }

    fn enumeration(&mut self, enumeration: &'p Enumeration, head: Item, at: &str) {
        let head = match &enumeration.form {
            EnumForm::Names => head.text("form", "names"),
            EnumForm::Numbers => head.text("form", "numbers"),
            EnumForm::External => head.text("form", "external"),
            EnumForm::Untagged => head.text("form", "untagged"),
            EnumForm::Ids => head.text("form", "ids"),
            EnumForm::Internal { tag } => head.text("form", "internal").text("tag", tag),
            EnumForm::Adjacent { tag, content } => {
                head.text("form", "adjacent").text("tag", tag).text("content", content)
            }
        };
        let head = match enumeration.other.as_ref().map(|other| &other.record.fields[..]) {
            Some([whole]) => head.put("other", self.field_type(whole, at)),
            other => head.put("other", other.is_some()),
        };
        self.line(2, head.open());
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
        let ids = iter::once(id).chain(aliases).map(|id| string(&id));
        let style = match member.style {
            Style::Named => "named",
            Style::Newtype => "newtype",
            Style::Tuple => "tuple",
            Style::Unit => "unit",
        };
        let head = Item::default().text("name", &member.name).put("ids", list(ids));
        self.line(4, head.text("style", style).open());
        if let ([only], Style::Newtype) = (&member.record.fields[..], member.style) {
            let ty = self.field_type(only, at);
            self.out.text(5, "form", "array");
            let field = Item::default().text("name", "0").put("keys", "{ \"0\" }").put("type", ty);
            self.out.entry(5, "fields", list([field.flag("required", true)]));
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
        let head = Item::default().text("form", form).flag("deny_unknown", record.deny_unknown);
        if record.fields.is_empty() {
            return self.line(indent, format_args!("{}, fields = {{}},", head.entries()));
        }
        self.line(indent, format_args!("{},", head.entries()));
        self.line(indent, "fields = {");
        for field in &record.fields {
            let own = format!("{at}.{}", abbreviation(&field.name));
            let own = unique(&own, &mut self.taken);
            let keys = iter::once(&field.key).chain(&field.aliases).map(|key| string(key));
            // A missing element is not None.
            let optional = record.form == Form::Dictionary && self.may_be_missing(&field.ty)
                || field.default != FieldDefault::Required
                || field.flatten
                || !field.decoded;
            let item = Item::default()
                .text("name", &field.name)
                .put("keys", list(keys))
                .put("type", self.field_type(field, &own))
                .flag("required", !optional)
                .flag("flatten", field.flatten);
            self.line(indent + 1, format_args!("{item},"));
        }
        self.line(indent, "},");
    }

    /// The type of a field, with what its attributes say.
    fn field_type(&self, field: &Field, at: &str) -> Item {
        // What a function of the user writes may be anything.
        if field.custom.is_some() {
            return Item::kind("any");
        }
        let (ty, optional) = match &field.ty {
            Type::Option(inner) => (&**inner, true),
            ty => (ty, false),
        };
        let value = field.marks.wire_type.and_then(|wire_type| written_as(wire_type, ty));
        let mut item = self.of(value.as_ref().unwrap_or(ty), at);
        if let Some(most) = field.marks.max_len {
            item = item.put("max", most);
        }
        if field.marks.strict {
            let arena = Bump::new();
            let layout = Layouts::new(self.protocol, &arena).marked(ty, field.marks);
            let written = |generation| layout.written_type(generation).map(types::name);
            if let (Some(four), Some(three)) =
                (written(Generation::Godot4), written(Generation::Godot3))
            {
                item = item.put("strict", Item::default().text("[4]", four).text("[3]", three));
            }
        }
        if optional { Item::kind("option").put("of", item) } else { item }
    }

    /// A list; its bytes have a row of their own.
    fn elements(&self, inner: &Type, at: &str) -> Item {
        let item =
            if is_byte(inner) { Item::kind("bytes").text("at", at) } else { Item::kind("list") };
        item.put("of", self.of(inner, at))
    }

    /// A list, and the packed arrays that it is read from.
    fn list(&self, inner: &Type, len: Option<u64>, at: &str) -> Item {
        let layout = inner.value_layout();
        let packed = layout.as_ref().map(TypeLayout::read_packed_arrays);
        let mut item = self.elements(inner, at);
        if let Some(arrays) = packed.filter(|arrays| !arrays.is_empty()) {
            item = item.put("packed", types::set(arrays.iter()));
        }
        if let Some(array) = layout.and_then(|layout| layout.packed_array()) {
            item = item.text("written", types::name(array));
        }
        if let Some(len) = len { item.put("len", len) } else { item }
    }

    fn of(&self, ty: &Type, at: &str) -> Item {
        match ty {
            Type::Value(kind, bounds) => leaf(*kind, *bounds, at),
            Type::View(inner) => {
                let packed = inner.value_layout().and_then(|layout| layout.packed_array());
                let item = self.elements(inner, at).put("packed", types::set(packed));
                item.flag("borrowed", true)
            }
            Type::Pointer(inner) => self.of(inner, at),
            Type::Option(inner) => Item::kind("option").put("of", self.of(inner, at)),
            Type::List(inner) | Type::Set(inner) => self.list(inner, None, at),
            Type::FixedList(len, inner) => self.list(inner, Some(*len), at),
            Type::Tuple(elements) => {
                let of = |(position, element)| self.of(element, &format!("{at}.{position}"));
                Item::kind("tuple").put("elements", list(elements.iter().enumerate().map(of)))
            }
            Type::Map(key, value) => Item::kind("map")
                .put("key", self.of(key, &format!("{at}.key")))
                .put("value", self.of(value, &format!("{at}.value"))),
            Type::Message(index) => {
                let item = Item::kind("message").put("index", index + 1);
                match &self.protocol.types[*index].body {
                    Body::Enumeration(enumeration) if enumeration.is_plain() => item.text("at", at),
                    _ => item,
                }
            }
            Type::Variant | Type::Custom => Item::kind("any"),
        }
    }
}

/// Whether a list of this type is bytes.
fn is_byte(ty: &Type) -> bool {
    matches!(ty, Type::Value(_, Bounds::U8 | Bounds::NonZeroU8))
}

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
fn leaf(kind: VariantType, bounds: Bounds<'_>, at: &str) -> Item {
    let name = types::name(kind);
    let mut item = match kind.payload() {
        Payload::Nothing => Item::kind("nil").text("name", name),
        Payload::Dictionary | Payload::Array => Item::kind("any").text("name", name),
        payload => {
            let shown = match payload {
                Payload::Bool | Payload::Int | Payload::Float => name,
                Payload::Rid | Payload::Object => "id",
                Payload::Structure { .. } => "structure",
                _ => "string",
            };
            Item::kind(shown).text("name", name).text("at", at)
        }
    };
    let range = if kind == VariantType::Int { bounds.ints() } else { bounds.range() };
    if let Some((least, most)) = range {
        item = item.flag("whole", kind == VariantType::Float);
        if least != i64::MIN {
            item = item.put("least", least);
        }
        if most != i64::MAX {
            item = item.put("most", most);
        }
        item = item.flag("non_zero", bounds.lacks_zero() && least < 0);
    }
    match bounds {
        Bounds::F32 if kind != VariantType::Int => item.flag("single", true),
        Bounds::Char => item.flag("char", true),
        _ => item,
    }
}
