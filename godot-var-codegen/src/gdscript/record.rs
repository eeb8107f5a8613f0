//! Classes of structs, and what members of enums share with them.

use super::kind::{Kind, Slot};
use super::names;
use super::read::From;
use super::text::{article, string};
use super::{Generator, named};
use crate::protocol::{Body, Diagnostic, Field, FieldDefault, Form, Keys, Record, TypeDef};

/// A field with everything that the code around it needs.
#[derive(Clone)]
pub(super) struct Member<'p> {
    pub(super) field: &'p Field,
    pub(super) name: String,
    pub(super) slot: Slot,
    pub(super) initial: String,
}

/// What a `to_variant` of a record begins with.
pub(super) enum Opening {
    Nothing,
    /// An element in front.
    Element(String),
    /// A pair in front.
    Pair(String, String),
}

impl<'p> Generator<'p> {
    pub(super) fn members(&mut self, record: &'p Record, owner: &str) -> Vec<Member<'p>> {
        let names = names::members(&record.fields, &mut self.errors);
        record
            .fields
            .iter()
            .zip(names)
            .map(|(field, name)| {
                let slot = self.kind_of_field(field, owner);
                let initial = self.initial_of_field(field, &slot, owner);
                if field.flatten {
                    self.check_flatten(field, &slot, owner);
                }
                Member { field, name, slot, initial }
            })
            .collect()
    }

    fn check_flatten(&mut self, field: &Field, slot: &Slot, owner: &str) {
        let inner = match &*slot.kind {
            Kind::Option(inner) => &inner.kind,
            _ => &slot.kind,
        };
        let fits = match &**inner {
            Kind::Class(index) => match &self.protocol.types[*index].body {
                Body::Record(record) => record.form == Form::Dictionary && !record.deny_unknown,
                _ => false,
            },
            Kind::Map { key, .. } => {
                matches!(*key.kind, Kind::Text) && !matches!(*slot.kind, Kind::Option(_))
            }
            _ => false,
        };
        if !fits {
            let message = format!(
                "{}: only a struct that takes unknown keys, an `Option` of one, or a map with text keys can be \
                 flattened in GDScript",
                named(owner, &field.name)
            );
            self.errors.push(Diagnostic::new(&field.place, message));
        }
    }

    /// `class Chat:` with what follows.
    pub(super) fn class(&mut self, name: &str, base: &str, body: impl FnOnce(&mut Self)) {
        if self.four {
            self.block(format!("class {name}:"), |generator| {
                generator.line(format!("extends {base}"));
                generator.line("");
                body(generator);
            });
        } else {
            self.block(format!("class {name} extends {base}:"), body);
        }
    }

    pub(super) fn declare(&mut self, members: &[Member<'p>], owner: &str, form: Form) {
        for member in members {
            let Member { field, name, slot, initial } = member;
            let notes = self.notes(field, slot, name, form);
            self.docs(&field.docs, &notes);
            let ty = self.member_type(&slot.kind);
            // In Godot 3 a class that names itself leaks.
            let own = !self.four && owner.starts_with(ty.as_str());
            if !self.four && (ty == "Variant" || own) {
                self.line(format!("var {name} = {initial}"));
            } else {
                self.line(format!("var {name}: {ty} = {initial}"));
            }
        }
    }

    pub(super) fn record_class(&mut self, index: usize, def: &'p TypeDef, record: &'p Record) {
        let class = self.names.class(index).to_owned();
        let members = self.members(record, &def.name);
        self.line("");
        self.line("");
        let note = self.name_note(index, def);
        self.docs(&def.docs, &note);
        self.class(&class, "Message", |generator| {
            generator.declare(&members, &class, record.form);
            if !members.is_empty() {
                generator.line("");
            }
            generator.reading_functions(&class);
            generator.line("");
            generator.line("");
            let ty = container(record.form);
            generator.writing_function(ty, &members, |generator| {
                generator.write_record(record, &members, &Opening::Nothing)
            });
            generator.line("");
            generator.line("");
            let head = generator.read_head(&class);
            generator.start(&members);
            generator.block(head, |generator| {
                generator.open_container(record.form);
                generator.local("message", &class, &format!("{class}.new()"));
                generator.read_record(record, &members, 0, &[], None);
                generator.line("return message");
            });
        });
    }

    /// That a class has not the name of its type.
    pub(super) fn name_note(&self, index: usize, def: &TypeDef) -> String {
        let class = self.names.class(index);
        if class == def.name || def.gdscript.is_some() || !class.ends_with("Message") {
            return String::new();
        }
        format!("The schema's {}: an engine class has that name.", def.name)
    }

    pub(super) fn read_head(&self, class: &str) -> String {
        if self.four {
            format!("static func _read(data: Variant, fault: Array) -> {class}:")
        } else {
            "static func _read(data, fault: Array):".to_owned()
        }
    }

    /// Begins a function that reads: which names are its own.
    pub(super) fn start(&mut self, members: &[Member<'p>]) {
        self.locals = members.iter().map(|member| member.name.clone()).collect();
        for own in ["data", "fault", "fields", "message", "value", "source", "at"] {
            self.locals.push(own.to_owned());
        }
    }

    pub(super) fn open_container(&mut self, form: Form) {
        let ty = container(form);
        self.block(format!("if not (data is {ty}):"), |generator| {
            generator.line(format!("_Wire.mismatch(fault, data, \"{ty}\")"));
            generator.line("return null");
        });
        self.local("fields", ty, "data");
    }

    /// `from_variant`, `from_bytes`, `check`.
    pub(super) fn reading_functions(&mut self, class: &str) {
        let a = article(class).to_lowercase();
        if self.four {
            self.line(format!(
                "## Reads {a} {class}; null and an error when [param data] is none."
            ));
        } else {
            self.line(format!(
                "# Reads {a} {class} out of data and returns it; null, after an error, when data is none."
            ));
        }
        let head = if self.four {
            format!("static func from_variant(data: Variant) -> {class}:")
        } else {
            "static func from_variant(data):".to_owned()
        };
        self.block(head, |generator| {
            generator.line("var fault: Array = []");
            generator.local("message", class, "_read(data, fault)");
            generator.block("if message == null:", |generator| {
                generator.line(format!("_Wire.report(\"{class}\", fault)"));
            });
            generator.line("return message");
        });
        self.line("");
        self.line("");
        let mark = self.pick("##", "#");
        self.line(format!("{mark} Reads {a} {class} from the bytes of one packet."));
        let (head, body) = if self.four {
            (
                format!("static func from_bytes(bytes: PackedByteArray) -> {class}:"),
                "return from_variant(bytes_to_var(bytes))",
            )
        } else {
            (
                "static func from_bytes(bytes: PoolByteArray):".to_owned(),
                "return from_variant(_Wire.decode(bytes))",
            )
        };
        self.block(head, |generator| generator.line(body));
        self.line("");
        self.line("");
        let (doc, head) = if self.four {
            ("## Why [param data] is no", "static func check(data: Variant) -> String:")
        } else {
            ("# Why data is no", "static func check(data) -> String:")
        };
        self.line(format!("{doc} {class}; empty when it is one."));
        self.block(head, |generator| {
            generator.line("var fault: Array = []");
            generator.line("return _Wire.text(fault) if _read(data, fault) == null else \"\"");
        });
    }

    /// `func to_variant()`, whose body gives the expression to return.
    pub(super) fn writing_function(
        &mut self,
        ty: &str,
        members: &[Member<'p>],
        body: impl FnOnce(&mut Self) -> Vec<String>,
    ) {
        self.start(members);
        let head = if self.four {
            format!("func to_variant() -> {ty}:")
        } else {
            "func to_variant():".to_owned()
        };
        self.block(head, |generator| {
            let mut lines = body(generator);
            if let Some(first) = lines.first_mut() {
                first.insert_str(0, "return ");
            }
            for line in lines {
                generator.line(line);
            }
        });
    }

    /// Writes a record: lines of an expression.
    pub(super) fn write_record(
        &mut self,
        record: &Record,
        members: &[Member<'p>],
        opening: &Opening,
    ) -> Vec<String> {
        let dictionary = record.form == Form::Dictionary;
        let (open, close) = if dictionary { ("{", "}") } else { ("[", "]") };
        let mut entries = Vec::new();
        match opening {
            Opening::Nothing => {}
            Opening::Element(element) => entries.push(element.clone()),
            Opening::Pair(key, value) => entries.push(format!("{key}: {value}")),
        }
        let pieces = members.iter().any(|member| member.field.flatten || absent(member).is_some());
        if pieces {
            let out = self.fresh("out_fields");
            self.local(&out, "Dictionary", &format!("{{{}}}", entries.join(", ")));
            for member in members {
                let Member { field, name, slot, .. } = member;
                if field.flatten {
                    let put = |generator: &mut Self, inner: &Kind| {
                        let value = generator.write(inner, name, name, true);
                        generator.line(format!("_Wire.put_all({out}, {value})"));
                    };
                    match &*slot.kind {
                        Kind::Option(inner) => {
                            self.block(format!("if {name} != null:"), |generator| {
                                put(generator, &inner.kind);
                            });
                        }
                        kind => put(self, kind),
                    }
                    continue;
                }
                let key = self.key(record, &field.key);
                let put = |generator: &mut Self| {
                    let value = generator.write(&slot.kind, name, name, true);
                    generator.line(format!("{out}[{key}] = {value}"));
                };
                match absent(member) {
                    Some(condition) => {
                        let condition =
                            condition.replace("empty()", self.pick("is_empty()", "empty()"));
                        self.block(format!("if {condition}:"), put);
                    }
                    None => put(self),
                }
            }
            return vec![out];
        }
        for Member { field, name, slot, .. } in members {
            let value = self.write(&slot.kind, name, name, true);
            entries.push(if dictionary {
                format!("{}: {value}", self.key(record, &field.key))
            } else {
                value
            });
        }
        let mut lines = vec![open.to_owned()];
        lines.extend(entries.iter().map(|entry| format!("\t{entry},")));
        lines.push(close.to_owned());
        if entries.is_empty() {
            return vec![format!("{open}{close}")];
        }
        lines
    }

    fn key(&self, record: &Record, key: &str) -> String {
        let name = record.keys == Keys::StringName && self.four;
        format!("{}{}", if name { "&" } else { "" }, string(key))
    }

    /// Reads the fields of a record out of `fields` into `message`.
    pub(super) fn read_record(
        &mut self,
        record: &Record,
        members: &[Member<'p>],
        offset: usize,
        outer: &[String],
        tag: Option<&str>,
    ) {
        if !members.is_empty() && members.iter().any(|member| !member.field.flatten) {
            self.local("value", "Variant", "null");
        }
        if record.form == Form::Array {
            self.read_positions(members, offset, outer);
            return;
        }
        for member in members.iter().filter(|member| !member.field.flatten) {
            self.read_field(member, outer);
        }
        for member in members.iter().filter(|member| member.field.flatten) {
            self.read_flattened(record, members, member, outer, tag);
        }
        if record.deny_unknown {
            let known = Self::known_keys(record, tag);
            let key = self.fresh("key");
            let head = self.each(&key, "Variant", "fields");
            self.block(head, |generator| {
                generator.block(format!("if not [{known}].has({key}):"), |generator| {
                    generator.line(format!("_Wire.unexpected(fault, {key})"));
                    generator.give_up(outer);
                });
            });
        }
    }

    /// Every key that a record's own fields have, of flattened structs too.
    fn keys_of(record: &Record, keys: &mut Vec<String>) {
        for field in &record.fields {
            if !field.flatten {
                keys.push(field.key.clone());
                keys.extend(field.aliases.iter().cloned());
            }
        }
    }

    fn known_keys(record: &Record, tag: Option<&str>) -> String {
        let mut keys: Vec<String> = tag.map(str::to_owned).into_iter().collect();
        Self::keys_of(record, &mut keys);
        keys.iter().map(|key| string(key)).collect::<Vec<_>>().join(", ")
    }

    fn read_field(&mut self, member: &Member<'p>, outer: &[String]) {
        let Member { field, name, slot, .. } = member;
        let key = if field.aliases.is_empty() {
            string(&field.key)
        } else {
            let key = self.fresh(&format!("{name}_key"));
            let names: Vec<String> =
                std::iter::once(&field.key).chain(&field.aliases).map(|key| string(key)).collect();
            self.local(&key, "Variant", &format!("_Wire.key_of(fields, [{}])", names.join(", ")));
            key
        };
        let from = From { source: "fields".to_owned(), key: key.clone(), outer: outer.to_vec() };
        let optional =
            matches!(*slot.kind, Kind::Option(_)) && field.default == FieldDefault::Required;
        let sometimes = field.default != FieldDefault::Required
            || !field.encoded
            || optional && field.custom.is_some();
        if sometimes {
            self.block(format!("if fields.has({key}):"), |generator| {
                generator.line(format!("value = fields[{key}]"));
                generator.read(slot, &from, name);
                generator.line(format!("message.{name} = value"));
            });
            return;
        }
        self.line(format!("value = fields.get({key})"));
        if matches!(*slot.kind, Kind::Any(_) | Kind::Nil) {
            self.block(format!("if not fields.has({key}):"), |generator| {
                generator.line(format!("_Wire.refuse(fault, fields, {key}, \"a value\")"));
                generator.give_up(outer);
            });
        }
        self.read(slot, &from, name);
        self.line(format!("message.{name} = value"));
    }

    fn read_flattened(
        &mut self,
        record: &Record,
        members: &[Member<'p>],
        member: &Member<'p>,
        outer: &[String],
        tag: Option<&str>,
    ) {
        let name = &member.name;
        match &*member.slot.kind {
            Kind::Class(index) => {
                let class = self.names.class(*index).to_owned();
                self.line(format!("message.{name} = {class}._read(fields, fault)"));
                self.block(format!("if message.{name} == null:"), |generator| {
                    generator.give_up(outer);
                });
            }
            Kind::Option(inner) => {
                if let Kind::Class(index) = &*inner.kind {
                    // Not there, or not fitting: no error.
                    let class = self.names.class(*index).to_owned();
                    self.line(format!("message.{name} = {class}._read(fields, [])"));
                }
            }
            Kind::Map { value, .. } => {
                let known = self.fresh("known");
                let keys = Self::known_keys(record, tag);
                self.local(&known, "Array", &format!("[{keys}]"));
                for other in members.iter().filter(|other| other.field.flatten) {
                    let (kind, condition) = match &*other.slot.kind {
                        Kind::Option(inner) => (&inner.kind, Some(&other.name)),
                        _ => (&other.slot.kind, None),
                    };
                    let Kind::Class(index) = **kind else { continue };
                    let Body::Record(inner) = &self.protocol.types[index].body else { continue };
                    let keys = Self::known_keys(inner, None);
                    let add = format!("{known} += [{keys}]");
                    match condition {
                        Some(name) => {
                            self.block(format!("if message.{name} != null:"), |generator| {
                                generator.line(&add);
                            });
                        }
                        None => self.line(&add),
                    }
                }
                let key = self.fresh("key");
                let head = self.each(&key, "Variant", "fields");
                let (four, value) = (self.four, value.clone());
                self.block(head, |generator| {
                    let text = generator.pick(" or key is StringName", "").replace("key", &key);
                    generator.block(format!("if not ({key} is String{text}):"), |generator| {
                        generator.line(format!("_Wire.mismatch(fault, {key}, \"String as key\")"));
                        generator.give_up(outer);
                    });
                    generator.block(format!("if {known}.has({key}):"), |generator| {
                        generator.line("continue");
                    });
                    let rest = generator.fresh("rest_value");
                    if four {
                        generator.line(format!("var {rest}: Variant = fields[{key}]"));
                    } else {
                        generator.line(format!("var {rest} = fields[{key}]"));
                    }
                    if !matches!(*value.kind, Kind::Any(_)) {
                        generator.line(format!("value = {rest}"));
                        let from = From {
                            source: "fields".to_owned(),
                            key: key.clone(),
                            outer: outer.to_vec(),
                        };
                        generator.read(&value, &from, name);
                        generator.line(format!("{rest} = value"));
                    }
                    let key = if four { format!("str({key})") } else { key.clone() };
                    generator.line(format!("message.{name}[{key}] = {rest}"));
                });
            }
            _ => {}
        }
    }

    fn read_positions(&mut self, members: &[Member<'p>], offset: usize, outer: &[String]) {
        let least = offset
            + members
                .iter()
                .take_while(|member| member.field.default == FieldDefault::Required)
                .count();
        let most = offset + members.len();
        let (condition, expected) = if least == most {
            (format!("fields.size() != {most}"), most.to_string())
        } else {
            (
                format!("fields.size() < {least} or fields.size() > {most}"),
                format!("{least} to {most}"),
            )
        };
        self.block(format!("if {condition}:"), |generator| {
            generator.line(format!("_Wire.wrong_size(fault, fields.size(), \"{expected}\")"));
            generator.give_up(outer);
        });
        for (i, member) in members.iter().enumerate() {
            let at = offset + i;
            let from =
                From { source: "fields".to_owned(), key: at.to_string(), outer: outer.to_vec() };
            let read = |generator: &mut Self| {
                generator.line(format!("value = fields[{at}]"));
                generator.read(&member.slot, &from, &member.name);
                generator.line(format!("message.{} = value", member.name));
            };
            if at < least {
                read(self);
            } else {
                self.block(format!("if fields.size() > {at}:"), read);
            }
        }
    }
}

pub(super) fn container(form: Form) -> &'static str {
    match form {
        Form::Dictionary => "Dictionary",
        Form::Array => "Array",
    }
}

/// When a field is not written, as far as the name of the function says: the condition under which
/// it is. A field with any other function is always written, which its reader takes too.
fn absent(member: &Member<'_>) -> Option<String> {
    let function = member.field.skip_encoding_if.as_deref()?.replace(' ', "");
    let name = &member.name;
    if function.ends_with("Option::is_none") {
        return Some(format!("{name} != null"));
    }
    match (&*member.slot.kind, function.rsplit("::").next()) {
        (Kind::Text | Kind::TextAsName, Some("is_empty")) => Some(format!("{name} != \"\"")),
        (Kind::List { .. } | Kind::Map { .. }, Some("is_empty")) => {
            Some(format!("not {name}.empty()"))
        }
        _ => None,
    }
}
