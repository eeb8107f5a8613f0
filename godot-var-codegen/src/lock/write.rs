//! Writes a model as the text of a lock.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::protocol::{
    Body, Caller, Diagnostic, EnumForm, Enumeration, Enumerator, Field, FieldDefault, Form, Keys,
    ParsedText, Protocol, Record, ReplicationMode, Rpc, RpcSet, Style, SyncProperty, SyncSet, Time,
    TransferMode, Type, TypeDef, Value, WireType,
};
use godot_var_runtime::variant::{Bounds, VariantType};
use godot_var_schema::RenameRule;
use godot_var_schema::variant::is_like_a_function;
use godot_var_schema::variant::model::Id;

/// The beginning of the first line of every lock. By it the program recognizes its own files.
pub const MARK: &str = "// The layout of a schema. Written by `godot-var generate lock`";

/// Returns the text of a schema's lock.
///
/// # Errors
/// If two types would get the same name: generic types whose arguments have equal names.
pub fn write(protocol: &Protocol) -> Result<String, Vec<Diagnostic>> {
    let mut seen = BTreeSet::new();
    let mut errors = Vec::new();
    let types = protocol.types.iter().map(|def| (def.path(), &def.place));
    let rpcs = protocol.rpc_sets.iter().map(|set| (set.path(), &set.place));
    let syncs = protocol.sync_sets.iter().map(|set| (set.path(), &set.place));
    for (path, place) in types.chain(rpcs).chain(syncs) {
        if !seen.insert(path.clone()) {
            let message =
                format!("another type has the name `{path}` in a lock, too; rename one of them");
            errors.push(Diagnostic::new(place, message));
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut writer = Writer {
        protocol,
        text: format!("{MARK}; do not edit.\n"),
        module: Vec::new(),
        depth: 0,
        attribute: "godot_var",
    };
    writer.module();
    Ok(writer.text)
}

/// Writes a type in Rust syntax, relative to a module.
pub(crate) fn type_text(protocol: &Protocol, module: &[String], ty: &Type) -> String {
    let of = |inner: &Type| type_text(protocol, module, inner);
    match ty {
        Type::Value(kind, bounds) => {
            let name = ty.rust_name().unwrap_or_default();
            match (kind, bounds) {
                (VariantType::Nil, _) => name.to_owned(),
                (VariantType::String, Bounds::Other(_)) => {
                    ParsedText::of(*bounds).map_or(name, |form| form.path).to_owned()
                }
                (_, bounds) if bounds.lacks_zero() => format!("std::num::{name}"),
                (VariantType::String, Bounds::None) => {
                    builtin(protocol, module, name, "std::string::String")
                }
                (
                    VariantType::Bool | VariantType::Int | VariantType::Float | VariantType::String,
                    _,
                ) => builtin(protocol, module, name, &format!("std::primitive::{name}")),
                (_, Bounds::F64) => format!("godot_var::math::double::{name}"),
                _ => builtin(protocol, module, name, &format!("godot_var::{name}")),
            }
        }
        Type::Variant => builtin(protocol, module, "Variant", "godot_var::Variant"),
        Type::Pointer(inner) => {
            format!("{}<{}>", builtin(protocol, module, "Box", "std::boxed::Box"), of(inner))
        }
        Type::Option(inner) => {
            let name = builtin(protocol, module, "Option", "std::option::Option");
            format!("{name}<{}>", of(inner))
        }
        Type::List(inner) => {
            format!("{}<{}>", builtin(protocol, module, "Vec", "std::vec::Vec"), of(inner))
        }
        Type::View(inner) if **inner == Type::U8 => format!("&'a [{}]", of(inner)),
        Type::View(inner) => format!("godot_var::values::PackedView<'a, {}>", of(inner)),
        Type::FixedList(len, inner) => format!("[{}; {len}]", of(inner)),
        Type::Set(inner) => format!("std::collections::BTreeSet<{}>", of(inner)),
        Type::Tuple(elements) => match &elements[..] {
            [one] => format!("({},)", of(one)),
            _ => format!("({})", elements.iter().map(of).collect::<Vec<_>>().join(", ")),
        },
        Type::Map(key, value) => {
            format!("std::collections::BTreeMap<{}, {}>", of(key), of(value))
        }
        Type::Message(index) => path_to(&protocol.types[*index], module),
        Type::Custom => "Custom".to_owned(),
    }
}

/// Returns the type of a field, which may be a time.
pub(crate) fn field_type_text(
    protocol: &Protocol,
    module: &[String],
    ty: &Type,
    time: Option<Time>,
) -> String {
    match (ty, time) {
        (ty, None) => type_text(protocol, module, ty),
        (Type::Option(inner), _) => {
            let name = builtin(protocol, module, "Option", "std::option::Option");
            format!("{name}<{}>", field_type_text(protocol, module, inner, time))
        }
        (_, Some(time)) => format!("std::time::{}", time.type_name()),
    }
}

/// Writes a value in Rust syntax, relative to a module.
pub(crate) fn value_text(protocol: &Protocol, module: &[String], value: &Value) -> String {
    let of = |inner: &Value| value_text(protocol, module, inner);
    let list = |values: &[Value]| values.iter().map(of).collect::<Vec<_>>().join(", ");
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Text(text) => format!("{text:?}"),
        Value::None => "None".to_owned(),
        Value::Some(inner) => format!("Some({})", of(inner)),
        Value::List(values) => format!("vec![{}]", list(values)),
        Value::Tuple(values) => match &values[..] {
            [one] => format!("({},)", of(one)),
            _ => format!("({})", list(values)),
        },
        Value::Empty => "Default::default()".to_owned(),
        Value::Structure(name, values) if name == "Color" => {
            let mut text = "Color { ".to_owned();
            for (name, value) in ["r", "g", "b", "a"].iter().zip(values) {
                // Writing to a String cannot fail.
                let _ = write!(text, "{name}: {}, ", of(value));
            }
            format!("{} }}", text.trim_end_matches(", "))
        }
        Value::Structure(name, values) => format!("{name}::new({})", list(values)),
        Value::Member(index, member) => {
            format!("{}::{}", path_to(&protocol.types[*index], module), raw(member))
        }
    }
}

/// Returns the short name, unless a type of the schema has it.
fn builtin(protocol: &Protocol, module: &[String], short: &str, full: &str) -> String {
    let is_taken = protocol.types.iter().any(|def| def.module == module && def.name == short);
    if is_taken { full } else { short }.to_owned()
}

fn path_to(def: &TypeDef, module: &[String]) -> String {
    let inside = def.module.strip_prefix(module);
    let mut path = String::new();
    if inside.is_none() {
        for _ in module {
            path.push_str("super::");
        }
    }
    for step in inside.unwrap_or(&def.module) {
        path.push_str(&raw(step));
        path.push_str("::");
    }
    path.push_str(&raw(&def.name));
    path
}

/// Writes a name as an identifier: `r#match`.
fn raw(name: &str) -> String {
    if syn::parse_str::<syn::Ident>(name).is_ok() { name.to_owned() } else { format!("r#{name}") }
}

struct Writer<'p> {
    protocol: &'p Protocol,
    text: String,
    /// The current module.
    module: Vec<String>,
    depth: usize,
    /// The attribute of the current fields.
    attribute: &'static str,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        for _ in 0..self.depth {
            self.text.push_str("    ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Writes the types of the module in their order, its sets of RPCs and properties, then its modules in the order of their first types or
    /// sets.
    fn module(&mut self) {
        self.line("use godot_var::*;");
        let protocol = self.protocol;
        let mut inner: Vec<&String> = Vec::new();
        // A delta is written with its message.
        let written = |(_, def): &(usize, &TypeDef)| def.delta_of.is_none();
        for (index, def) in protocol.types.iter().enumerate().filter(written) {
            if self.is_here(&def.module, &mut inner) {
                self.text.push('\n');
                self.definition(index, def);
            }
        }
        for set in &protocol.rpc_sets {
            if self.is_here(&set.module, &mut inner) {
                self.rpc_set(set);
            }
        }
        for set in &protocol.sync_sets {
            if self.is_here(&set.module, &mut inner) {
                self.sync_set(set);
            }
        }
        for name in inner {
            self.text.push('\n');
            self.line(&format!("mod {} {{", raw(name)));
            self.depth += 1;
            self.module.push(name.clone());
            self.module();
            self.module.pop();
            self.depth -= 1;
            self.line("}");
        }
    }

    /// Whether an item of `module` belongs to the current module. If it belongs to one of its inner modules, that module is added to
    /// `inner`.
    fn is_here<'m>(&self, module: &'m [String], inner: &mut Vec<&'m String>) -> bool {
        if let Some([next, ..]) = module.strip_prefix(&self.module[..])
            && !inner.contains(&next)
        {
            inner.push(next);
        }
        *module == self.module
    }

    fn rpc_set(&mut self, set: &RpcSet) {
        let fields = set.methods.iter().flat_map(|method| &method.arguments);
        let name = self.head_of_set("GodotRpc", &set.name, fields);
        self.line(&format!("enum {name} {{"));
        self.depth += 1;
        self.attribute = "rpc";
        for method in &set.methods {
            let words = of_rpc(method);
            if !words.is_empty() {
                self.line(&format!("#[rpc({})]", words.join(", ")));
            }
            let variant = raw(&method.variant);
            if method.arguments.is_empty() {
                self.line(&format!("{variant},"));
            } else {
                self.structure(&variant, &method.arguments, ",");
            }
        }
        self.attribute = "godot_var";
        self.depth -= 1;
        self.line("}");
    }

    fn sync_set(&mut self, set: &SyncSet) {
        let fields = set.properties.iter().map(|property| &property.field);
        let name = self.head_of_set("GodotSync", &set.name, fields);
        self.line(&format!("struct {name} {{"));
        self.depth += 1;
        for property in &set.properties {
            let words = of_property(property);
            if !words.is_empty() {
                self.line(&format!("#[sync({})]", words.join(", ")));
            }
            let ty = self.type_text(&property.field.ty);
            self.line(&format!("{}: {ty},", raw(&property.field.name)));
        }
        self.depth -= 1;
        self.line("}");
    }

    /// Writes the derive and the name of a set, with a lifetime if it needs one.
    fn head_of_set<'f>(
        &mut self,
        derive: &str,
        name: &str,
        mut fields: impl Iterator<Item = &'f Field>,
    ) -> String {
        self.text.push('\n');
        self.line(&format!("#[derive(multiplayer::{derive})]"));
        let borrows = fields.any(|field| self.type_text(&field.ty).contains("'a"));
        format!("{}{}", raw(name), if borrows { "<'a>" } else { "" })
    }

    fn definition(&mut self, index: usize, def: &TypeDef) {
        let mut words = Vec::new();
        match &def.body {
            Body::Record(record) => {
                if record.form == Form::Array && !(is_tuple(record) && record.fields.len() > 1) {
                    words.push("array".to_owned());
                }
                words.extend(of_record(record));
            }
            Body::Transparent(field) if field.name != "0" => words.push("transparent".to_owned()),
            Body::Transparent(_) | Body::Unit => {}
            Body::Enumeration(enumeration) => {
                words.extend(of_form(&enumeration.form));
                let all = enumeration.members.iter().chain(&enumeration.other);
                let of_members: BTreeSet<String> =
                    all.flat_map(|member| of_record(&member.record)).collect();
                words.extend(of_members);
            }
        }
        if self.protocol.types.iter().any(|other| other.delta_of == Some(index)) {
            words.push("delta".to_owned());
        }
        if let Some((size, _)) = def.max_size {
            words.push(format!("max_size = {size}"));
        }
        words.extend(def.gdscript.iter().map(|(name, _)| format!("gdscript = {name:?}")));
        words.push(format!("layout = \"{:016x}\"", self.protocol.fingerprint(index)));
        self.line("#[derive(GodotVar)]");
        self.line(&format!("#[godot_var({})]", words.join(", ")));
        let mut mentioned = false;
        for argument in &def.arguments {
            argument.messages(&mut |_| mentioned = true);
        }
        if mentioned {
            // Without it, the fingerprint of a type that contains itself through its argument would be lost.
            let arguments: Vec<_> = def.arguments.iter().map(|ty| self.type_text(ty)).collect();
            self.line(&format!("#[lock(arguments({}))]", arguments.join(", ")));
        }
        let borrows = def.fields().iter().any(|field| self.type_text(&field.ty).contains("'a"));
        let name = format!("{}{}", raw(&def.name), if borrows { "<'a>" } else { "" });
        match &def.body {
            Body::Unit => self.line(&format!("struct {name};")),
            Body::Transparent(field) => {
                self.structure(&format!("struct {name}"), std::slice::from_ref(field), ";");
            }
            Body::Record(record) => self.structure(&format!("struct {name}"), &record.fields, ";"),
            Body::Enumeration(enumeration) => self.enumeration(&name, enumeration),
        }
    }

    /// Writes `struct Name { … }` or `struct Name(…);`.
    fn structure(&mut self, head: &str, fields: &[Field], end: &str) {
        let is_tuple = fields.first().is_some_and(|field| field.name.parse::<usize>().is_ok());
        let (open, close) = if is_tuple { ("(", ")") } else { (" {", "}") };
        let end = if is_tuple || end == "," { end } else { "" };
        if fields.is_empty() {
            self.line(&format!("{head} {{}}{end}"));
            return;
        }
        if let [field] = fields
            && field.name == "0"
            && self.of_field(field).is_empty()
        {
            let ty = field_type_text(self.protocol, &self.module, &field.ty, field.time);
            self.line(&format!("{head}({ty}){end}"));
            return;
        }
        self.line(&format!("{head}{open}"));
        self.depth += 1;
        let mut position = 0;
        for field in fields {
            // A field that is not encoded keeps its position.
            while is_tuple && field.name.parse::<usize>().is_ok_and(|own| position < own) {
                self.line("#[godot_var(skip)]");
                self.line("(),");
                position += 1;
            }
            position += 1;
            let words = self.of_field(field);
            if !words.is_empty() {
                self.line(&format!("#[{}({})]", self.attribute, words.join(", ")));
            }
            let name = if is_tuple { String::new() } else { format!("{}: ", raw(&field.name)) };
            let ty = field_type_text(self.protocol, &self.module, &field.ty, field.time);
            self.line(&format!("{name}{ty},"));
        }
        self.depth -= 1;
        self.line(&format!("{close}{end}"));
    }

    fn type_text(&self, ty: &Type) -> String {
        type_text(self.protocol, &self.module, ty)
    }

    fn of_field(&self, field: &Field) -> Vec<String> {
        let mut words = Vec::new();
        let is_tuple = field.name.parse::<usize>().is_ok();
        if field.key != field.name && !is_tuple && !field.flatten {
            words.push(format!("rename = {:?}", field.key));
        }
        words.extend(field.aliases.iter().map(|alias| format!("alias = {alias:?}")));
        if field.flatten {
            words.push("flatten".to_owned());
        }
        if !field.encoded {
            words.push("skip_encoding".to_owned());
        }
        if !field.decoded {
            words.push("skip_decoding".to_owned());
        }
        words
            .extend(field.skip_encoding_if.iter().map(|path| format!("skip_encoding_if = {path}")));
        match &field.default {
            _ if field.flatten => {}
            FieldDefault::Required | FieldDefault::Unchanged => {}
            FieldDefault::Type => words.push("default".to_owned()),
            FieldDefault::Value(Value::Text(text)) if is_like_a_function(text) => {
                words.push(format!("default = {text:?}.into()"));
            }
            FieldDefault::Value(value) => {
                words.push(format!("default = {}", self.value_text(value)));
            }
            FieldDefault::Code(code) => words.push(format!("default = {code}")),
        }
        if let Some(path) = &field.custom {
            words.push(format!("encode_with = {path}, decode_with = {path}"));
        }
        words.extend(field.time.iter().map(|time| format!("unit = {:?}", time.unit)));
        match field.wire_type {
            Some(WireType::Float64) => words.push("f64".to_owned()),
            Some(wire_type) => {
                let name = match wire_type {
                    WireType::String => "String",
                    WireType::StringName => "StringName",
                    WireType::NodePath => "NodePath",
                    WireType::Array => "Array",
                    WireType::Int => "int",
                    WireType::Float | WireType::Float64 => "float",
                };
                words.push(format!("as = {name:?}"));
            }
            None => {}
        }
        words.extend(field.max_len.iter().map(|len| format!("max_len = {len}")));
        if field.strict {
            words.push("strict".to_owned());
        }
        if field.typed {
            words.push("typed".to_owned());
        }
        words.extend(field.gdscript.iter().map(|(name, _)| format!("gdscript = {name:?}")));
        words
    }

    fn value_text(&self, value: &Value) -> String {
        value_text(self.protocol, &self.module, value)
    }

    fn enumeration(&mut self, name: &str, enumeration: &Enumeration) {
        self.line(&format!("enum {name} {{"));
        self.depth += 1;
        for member in &enumeration.members {
            self.member(member, enumeration, false);
        }
        if let Some(other) = &enumeration.other {
            self.member(other, enumeration, true);
        }
        let has_data = |member: &&Enumerator| member.style != Style::Unit;
        if enumeration.form == EnumForm::External
            && !enumeration.members.iter().any(|m| has_data(&m))
        {
            // Data that is not encoded also determines the form.
            self.line("#[godot_var(skip)]");
            self.line("Skipped(()),");
        }
        self.depth -= 1;
        self.line("}");
    }

    fn member(&mut self, member: &Enumerator, enumeration: &Enumeration, is_other: bool) {
        let mut words = Vec::new();
        let mut number = String::new();
        if is_other {
            words.push("other".to_owned());
        } else {
            match (&enumeration.form, &member.id) {
                (EnumForm::Untagged, _) => {}
                // Discriminants are not allowed beside a variant that keeps a number.
                (EnumForm::Numbers, Id::Int(id)) if enumeration.other.is_none() => {
                    number = format!(" = {id}");
                }
                (EnumForm::Ids, id) => words.push(format!("id = {id}")),
                (_, Id::Int(id)) => words.push(format!("id = {id}")),
                (_, Id::Text(text)) if *text != member.name => {
                    words.push(format!("rename = {text:?}"));
                }
                _ => {}
            }
        }
        words.extend(member.aliases.iter().map(|alias| format!("alias = {alias:?}")));
        words.extend(member.gdscript.iter().map(|(name, _)| format!("gdscript = {name:?}")));
        if !words.is_empty() {
            self.line(&format!("#[godot_var({})]", words.join(", ")));
        }
        let name = raw(&member.name);
        match member.style {
            Style::Unit => self.line(&format!("{name}{number},")),
            Style::Tuple if member.record.fields.is_empty() => self.line(&format!("{name}(),")),
            _ => self.structure(&name, &member.record.fields, ","),
        }
    }
}

/// Returns the settings that differ from the defaults of `@rpc`.
fn of_rpc(method: &Rpc) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    if method.caller == Caller::AnyPeer {
        words.push(method.caller.word().to_owned());
    }
    if method.mode != TransferMode::Reliable {
        words.push(method.mode.word().to_owned());
    }
    if method.call_local {
        words.push("call_local".to_owned());
    }
    if method.channel != 0 {
        words.push(format!("channel = {}", method.channel));
    }
    if method.name != RenameRule::Snake.member(&method.variant) {
        words.push(format!("rename = {:?}", method.name));
    }
    words
}

/// Returns the settings that differ from a property that the editor adds.
fn of_property(property: &SyncProperty) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    if property.mode != ReplicationMode::Always {
        words.push(property.mode.word().to_owned());
    }
    if !property.spawn {
        words.push("spawn = false".to_owned());
    }
    if property.path != format!(".:{}", property.field.name) {
        words.push(format!("path = {:?}", property.path));
    }
    words
}

fn is_tuple(record: &Record) -> bool {
    record.fields.first().is_some_and(|field| field.name.parse::<usize>().is_ok())
}

fn of_record(record: &Record) -> Vec<String> {
    let mut words = Vec::new();
    if record.keys == Keys::StringName {
        words.push("keys = \"StringName\"".to_owned());
    }
    if record.deny_unknown {
        words.push("deny_unknown_fields".to_owned());
    }
    words
}

fn of_form(form: &EnumForm) -> Vec<String> {
    match form {
        EnumForm::Names | EnumForm::External => Vec::new(),
        EnumForm::Numbers => vec!["repr = \"int\"".to_owned()],
        EnumForm::Internal { tag } => vec![format!("tag = {tag:?}")],
        EnumForm::Adjacent { tag, content } => {
            vec![format!("tag = {tag:?}, content = {content:?}")]
        }
        EnumForm::Untagged => vec!["untagged".to_owned()],
        EnumForm::Ids => vec!["array, id".to_owned()],
    }
}
