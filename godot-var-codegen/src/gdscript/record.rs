//! Classes of structs, and what variants of enums share with them.

use std::rc::Rc;

use super::delta;
use super::fields::Around;
use super::kind::{Kind, Slot};
use super::locals::Locals;
use super::text::string;
use super::{Generator, named};
use crate::protocol::{
    Body, Diagnostic, EnumForm, Field, FieldDefault, Form, Keys, Record, Style, Type, TypeDef,
};

/// How deep records may be flattened into each other.
const MAX_FLATTENED: usize = 16;

/// A field with everything that the code around it needs.
#[derive(Clone)]
pub(super) struct Member<'p> {
    pub(super) field: &'p Field,
    pub(super) name: String,
    pub(super) slot: Slot,
    pub(super) initial: String,
    /// Whether it is the one value of a variant: in paths it has no step.
    pub(super) is_framed: bool,
}

impl Member<'_> {
    /// Whether it is a value of a delta.
    pub(super) fn is_change(&self) -> bool {
        self.field.default == FieldDefault::Unchanged
    }

    /// Where its value is: the member itself, or a value of a delta.
    pub(super) fn place(&self) -> String {
        if self.is_change() { delta::place(&self.name) } else { self.name.clone() }
    }

    /// Whether a message may lack it.
    fn is_optional(&self) -> bool {
        self.field.default != FieldDefault::Required || matches!(*self.slot.kind, Kind::Option(_))
    }
}

/// What the written record begins with.
pub(super) enum Opening {
    Nothing,
    /// An element in front.
    Element(String),
    /// A pair in front.
    Pair(String, String),
}

impl<'p> Generator<'p> {
    /// The members of a class; `own` is what its base class has besides.
    pub(super) fn members(
        &mut self,
        record: &'p Record,
        owner: &str,
        own: &[String],
    ) -> Vec<Member<'p>> {
        let names = self.names.members(&record.fields, own, &mut self.errors);
        record
            .fields
            .iter()
            .zip(names)
            .map(|(field, name)| {
                let slot = self.kind_of_field(field, owner);
                let initial = self.initial_of_field(field, &slot, owner);
                if field.flatten {
                    self.check_flatten(record, field, &slot, owner);
                }
                Member { field, name, slot, initial, is_framed: false }
            })
            .collect()
    }

    fn check_flatten(&mut self, record: &Record, field: &Field, slot: &Slot, owner: &str) {
        let inner = match &*slot.kind {
            Kind::Option(inner) => &inner.kind,
            _ => &slot.kind,
        };
        let fits = match &**inner {
            Kind::Class(index) => self.has_pairs(*index),
            Kind::Map { key, .. } => {
                matches!(*key.kind, Kind::Text) && !matches!(*slot.kind, Kind::Option(_))
            }
            _ => false,
        };
        if record.deny_unknown
            && let Kind::Class(index) = **inner
            && self.enumeration(index).is_some()
        {
            let message = format!(
                "{}: GDScript cannot deny the keys of the other variants of a flattened enum; remove \
                 `deny_unknown_fields`",
                named(owner, &field.name)
            );
            self.errors.push(Diagnostic::new(&field.place, message));
        }
        if !fits {
            let message = format!(
                "{}: only a struct or an enum with a `tag` that takes unknown keys, an `Option` of one, or a map \
                 with text keys can be flattened in GDScript",
                named(owner, &field.name)
            );
            self.errors.push(Diagnostic::new(&field.place, message));
        }
    }

    /// Whether the pairs of a type can be among others: its reader overlooks those.
    pub(super) fn has_pairs(&self, index: usize) -> bool {
        match &self.protocol.types[index].body {
            Body::Record(record) => record.form == Form::Dictionary && !record.deny_unknown,
            Body::Enumeration(enumeration) => {
                matches!(enumeration.form, EnumForm::Internal { .. })
                    && enumeration.members.iter().all(|member| !member.record.deny_unknown)
            }
            _ => false,
        }
    }

    /// `class Chat:` with what follows.
    pub(super) fn class(&mut self, name: &str, base: &str, body: impl FnOnce(&mut Self)) {
        self.block(format!("class {name}:"), |generator| {
            generator.line(format!("extends {base}"));
            generator.line("");
            body(generator);
        });
    }

    pub(super) fn declare(&mut self, members: &[Member<'p>], owner: &str, form: Form) {
        for member in members {
            let Member { field, name, slot, initial, .. } = member;
            let notes = self.notes(field, slot, name, form);
            self.docs(&field.docs, &notes);
            let ty = self.type_note(&slot.kind, owner);
            // Nothing of it is in a flat message.
            if !self.four && !self.forms.is_empty() && matches!(*slot.kind, Kind::Nil) {
                self.line("# warning-ignore:unused_class_variable");
            }
            self.line(format!("var {name}{ty} = {initial}"));
        }
    }

    /// `: int`, or nothing where Godot 3 can have no type.
    pub(super) fn type_note(&self, kind: &Kind, owner: &str) -> String {
        let ty = self.member_type(kind);
        // In Godot 3 a class that names itself leaks.
        if !self.four && (ty == "Variant" || owner.starts_with(ty.as_str())) {
            String::new()
        } else {
            format!(": {ty}")
        }
    }

    /// `create()`: a new message with all its fields.
    fn creating_function(&mut self, class: &str, members: &[Member<'p>]) {
        self.start(members);
        let Locals { message, .. } = &*Rc::clone(&self.locals);
        let (given, parameters) = self.parameters_of(class, members, false);
        let returns = if self.four { format!(" -> {class}:") } else { ":".to_owned() };
        self.head("static func create", &parameters, &returns);
        self.out.indent += 1;
        if members.is_empty() {
            self.line(format!("return {class}.new()"));
        } else {
            self.local(message, class, &format!("{class}.new()"));
            for (member, given) in members.iter().zip(&given) {
                self.line(format!("{message}.{} = {given}", member.name));
            }
            self.line(format!("return {message}"));
        }
        self.out.indent -= 1;
        self.gap();
    }

    /// The parameters of a function that takes the values of members: their names, and with types and initial values.
    pub(super) fn parameters_of(
        &mut self,
        class: &str,
        members: &[Member<'p>],
        all_optional: bool,
    ) -> (Vec<String>, Vec<String>) {
        let given: Vec<String> =
            members.iter().map(|member| self.fresh(&format!("p_{}", member.name))).collect();
        // Only the last parameters can be left out.
        let required = members.iter().rposition(|member| !member.is_optional());
        let first = required.filter(|_| !all_optional).map_or(0, |at| at + 1);
        let declared = members.iter().zip(&given).enumerate().map(|(at, (member, given))| {
            let ty = self.type_note(&member.slot.kind, class);
            let initial = if at < first { String::new() } else { format!(" = {}", member.initial) };
            format!("{given}{ty}{initial}")
        });
        let declared = declared.collect();
        (given, declared)
    }

    /// The head of a function.
    pub(super) fn head(&mut self, name: &str, parameters: &[String], end: &str) {
        self.line(format!("{name}({}){end}", parameters.join(", ")));
    }

    pub(super) fn record_class(&mut self, index: usize, def: &'p TypeDef, record: &'p Record) {
        let class = self.names.class(index).to_owned();
        let known = self.errors.len();
        let has_delta = self.delta_of(index).is_some();
        let own = if has_delta || def.delta_of.is_some() { delta::OWN } else { &[] };
        let own = own.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let members = self.members(record, &def.name, &own);
        if index >= self.schema.types.len() {
            // What is wrong in a tuple is said of the field that holds it.
            self.errors.truncate(known);
        }
        self.gap();
        let note = self.name_note(index, def);
        self.docs(&def.docs, &note);
        let is_variant = self.forms.is_variant(index);
        self.class(&class, "Message", |generator| {
            if is_variant {
                generator.required_keys_constant(record, &members);
            }
            if let Some(message) = def.delta_of {
                generator.declare_changes(&class, message);
            } else {
                generator.declare(&members, &class, record.form);
                generator.remembered_member(index);
                generator.flat_depth(index);
                if !members.is_empty() {
                    generator.line("");
                }
                generator.creating_function(&class, &members);
            }
            if let Some(delta) = generator.delta_of(index) {
                generator.applying_function(delta, &members);
            }
            if is_variant {
                if !generator.owners.contains_key(&index) {
                    generator.reading_functions(&class, &members);
                    generator.gap();
                }
                let (opening, around) = generator.frame(index);
                generator.writing_function(&members, |generator| {
                    generator.write_record(record, &members, &opening)
                });
                generator.gap();
                let remembers = generator.speculation.remembers(index);
                let around = Around { remembers, ..around };
                generator.loading_function(record, &members, around);
            }
            if generator.forms.has(index) {
                if is_variant {
                    generator.gap();
                }
                generator.flat_record_functions(index, &members);
                generator.state_functions(index, &members);
                generator.out.undo_gap();
            }
            generator.no_flat_form(index);
        });
    }

    /// `const _KEYS`, which is before all members.
    pub(super) fn required_keys_constant(&mut self, record: &Record, members: &[Member<'p>]) {
        let required = Self::required_keys(record, members);
        if !required.is_empty() {
            let ty = self.pick(": Array", "");
            self.line(format!("const _KEYS{ty} = [{}]", required.join(", ")));
        }
    }

    /// `var _seen`, where a reader is told what was read already.
    pub(super) fn remembered_member(&mut self, index: usize) {
        if self.speculation.remembers(index) {
            let ty = self.pick(": _Seen", "");
            self.line(format!("var _seen{ty} = _Seen.new()"));
        }
    }

    /// `_load(data, fault)`, which reads into the message: its own members are the fastest to reach.
    pub(super) fn loading_function(
        &mut self,
        record: &Record,
        members: &[Member<'p>],
        around: Around<'_>,
    ) {
        self.start(members);
        let head = self.loading_head();
        self.block(head, |generator| generator.read_record(record, members, around));
    }

    /// `func _load(data: Variant, fault: Array) -> bool:`
    pub(super) fn loading_head(&self) -> String {
        let Locals { data, fault, .. } = &*self.locals;
        if self.four {
            format!("func _load({data}: Variant, {fault}: Array) -> bool:")
        } else {
            format!("func _load({data}, {fault}: Array):")
        }
    }

    /// That a class has not the name of its type.
    pub(super) fn name_note(&self, index: usize, def: &TypeDef) -> String {
        let class = self.names.class(index);
        if class == def.name || def.gdscript.is_some() || !class.ends_with("Message") {
            return String::new();
        }
        format!("Called {} in the schema, which is the name of an engine class.", def.name)
    }

    /// `func _read(data: Variant, fault: Array) -> Message:`
    pub(super) fn read_head(&self) -> String {
        let Locals { data, fault, .. } = &*self.locals;
        if self.four {
            format!("func _read({data}: Variant, {fault}: Array) -> Message:")
        } else {
            format!("func _read({data}, {fault}: Array):")
        }
    }

    /// `from_variant`, `from_bytes`, `check`.
    pub(super) fn reading_functions(&mut self, class: &str, members: &[Member<'p>]) {
        self.start(members);
        let Locals { data, bytes, .. } = &*Rc::clone(&self.locals);
        let names = [("{class}", class), ("{data}", &**data), ("{bytes}", bytes)];
        self.insert(include_str!("reading.gd"), &names);
    }

    /// `func _write()`, whose body gives the expression to return.
    pub(super) fn writing_function(
        &mut self,
        members: &[Member<'p>],
        body: impl FnOnce(&mut Self) -> String,
    ) {
        self.start(members);
        let head = self.pick("func _write() -> Variant:", "func _write():");
        self.block(head, |generator| {
            let written = body(generator);
            generator.line(format!("return {written}"));
        });
    }

    /// Writes a record: an expression.
    pub(super) fn write_record(
        &mut self,
        record: &Record,
        members: &[Member<'p>],
        opening: &Opening,
    ) -> String {
        let dictionary = record.form == Form::Dictionary;
        let (open, close) = if dictionary { ("{", "}") } else { ("[", "]") };
        let mut entries = Vec::new();
        match opening {
            Opening::Nothing => {}
            Opening::Element(element) => entries.push(element.clone()),
            Opening::Pair(key, value) => entries.push(format!("{key}: {value}")),
        }
        if members.iter().any(|member| member.field.flatten || absent(member).is_some()) {
            let tag = match opening {
                Opening::Pair(tag, _) => Some(tag.as_str()),
                _ => None,
            };
            return self.write_pieces(record, members, &entries, tag);
        }
        for Member { field, name, slot, .. } in members {
            let value = self.write(&slot.kind, name, name, self.declared(&slot.kind));
            entries.push(if dictionary {
                format!("{}: {value}", self.key(record, &field.key))
            } else {
                value
            });
        }
        format!("{open}{}{close}", entries.join(", "))
    }

    /// Writes a record one field after the other: not all are there, or some hold others.
    fn write_pieces(
        &mut self,
        record: &Record,
        members: &[Member<'p>],
        entries: &[String],
        tag: Option<&str>,
    ) -> String {
        let out = self.fresh("out_fields");
        self.local(&out, "Dictionary", &format!("{{{}}}", entries.join(", ")));
        for member in members {
            let Member { field, name, slot, .. } = member;
            if field.flatten {
                let others: Vec<_> =
                    members.iter().filter(|other| other.name != member.name).collect();
                self.write_flattened(member, &out, &others, tag);
                continue;
            }
            let key = self.key(record, &field.key);
            let put = |generator: &mut Self| {
                let known = generator.known(member);
                let value = generator.write(&slot.kind, &member.place(), name, known);
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
        out
    }

    /// Puts the fields of a member among those of `out`; a map may have no key of the `others`, and not the tag.
    pub(super) fn write_flattened(
        &mut self,
        member: &Member<'p>,
        out: &str,
        others: &[&Member<'p>],
        tag: Option<&str>,
    ) {
        let Member { field, name, slot, .. } = member;
        let kind = match &*slot.kind {
            Kind::Option(inner) => &inner.kind,
            _ => &slot.kind,
        };
        let put = |generator: &mut Self, value: &str| {
            if generator.has_any_key(&field.ty, 0) {
                let known = generator.keys_of_all(others, tag);
                let name = string(name);
                generator.line(format!("_Wire.put_rest({out}, {value}, {name}, {known})"));
            } else {
                generator.line(format!("_Wire.put_all({out}, {value})"));
            }
        };
        if let Kind::Class(_) = **kind {
            self.block(format!("if {name} != null:"), |generator| {
                let pairs = generator.fresh(&format!("out_{name}"));
                generator.local(&pairs, "Dictionary", &format!("{name}._write()"));
                put(generator, &pairs);
            });
            return;
        }
        let value = self.write(kind, name, name, self.declared(kind));
        put(self, &value);
    }

    /// Whether what is flattened has keys that the schema does not say: a map is flattened into it, too.
    fn has_any_key(&self, ty: &Type, depth: usize) -> bool {
        match ty {
            Type::Map(..) => true,
            Type::Option(inner) => self.has_any_key(inner, depth),
            Type::Message(index) if depth < MAX_FLATTENED => {
                let mut flattened = self.flattened_types(*index).into_iter();
                flattened.any(|ty| self.has_any_key(ty, depth + 1))
            }
            _ => false,
        }
    }

    /// The types of the fields whose own fields are among those of a type.
    fn flattened_types(&self, index: usize) -> Vec<&Type> {
        match &self.protocol.types[index].body {
            Body::Record(record) => {
                record.fields.iter().filter(|field| field.flatten).map(|field| &field.ty).collect()
            }
            Body::Transparent(field) => vec![&field.ty],
            Body::Enumeration(enumeration) => {
                let members = enumeration.members.iter().flat_map(|member| {
                    let fields = member.record.fields.iter();
                    fields.filter(|field| field.flatten || member.style == Style::Newtype)
                });
                members.map(|field| &field.ty).collect()
            }
            Body::Unit => Vec::new(),
        }
    }

    /// Every key that a field brings into its record, through all that is flattened.
    pub(super) fn keys_of_field(&self, field: &Field, keys: &mut Vec<String>) {
        if field.flatten {
            self.keys_of_type(&field.ty, keys, 0);
        } else {
            keys.push(field.key.clone());
            keys.extend(field.aliases.iter().cloned());
        }
    }

    fn keys_of_type(&self, ty: &Type, keys: &mut Vec<String>, depth: usize) {
        let index = match ty {
            Type::Option(inner) => return self.keys_of_type(inner, keys, depth),
            Type::Message(index) if depth < MAX_FLATTENED => *index,
            _ => return,
        };
        let own: Vec<&Field> = match &self.protocol.types[index].body {
            Body::Record(record) => record.fields.iter().collect(),
            Body::Enumeration(enumeration) => {
                if let EnumForm::Internal { tag } = &enumeration.form {
                    keys.push(tag.clone());
                }
                let records =
                    enumeration.members.iter().filter(|member| member.style != Style::Newtype);
                records.flat_map(|member| &member.record.fields).collect()
            }
            Body::Transparent(_) | Body::Unit => Vec::new(),
        };
        for field in own.into_iter().filter(|field| !field.flatten) {
            self.keys_of_field(field, keys);
        }
        for ty in self.flattened_types(index) {
            self.keys_of_type(ty, keys, depth + 1);
        }
    }

    fn key(&self, record: &Record, key: &str) -> String {
        let name = record.keys == Keys::StringName && self.four;
        format!("{}{}", if name { "&" } else { "" }, string(key))
    }
}

/// When a field is not written, as far as the name of the function says: the condition under which
/// it is. A field with any other function is always written, which its reader takes too.
fn absent(member: &Member<'_>) -> Option<String> {
    if member.is_change() {
        return Some(delta::has(&member.name));
    }
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
