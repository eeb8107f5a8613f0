//! Enums: constants where they carry nothing, a base class and a class for each variant where they do.

mod external;
mod plain;
mod tagged;
mod untagged;

use std::rc::Rc;

use super::fields::Around;
use super::kind::Kind;
use super::locals::Locals;
use super::names::{VALUE, accessor, member_class, member_constants, own_of_variants};
use super::read::From;
use super::record::{Member, Opening};
use super::text::{int, string};
use super::{Generator, named};
use crate::protocol::{
    Body, Diagnostic, EnumForm, Enumeration, Enumerator, Field, FieldDefault, Form, Record, Style,
    Type, TypeDef,
};
use godot_var_schema::variant::model::Id;

/// The tag of a variant as a literal.
fn id(id: &Id) -> String {
    match id {
        Id::Int(number) => int(*number),
        Id::Text(text) => string(text),
    }
}

/// All tags that a reader takes for a variant.
fn tags(member: &Enumerator) -> Vec<String> {
    let aliases = member.aliases.iter().map(|alias| string(alias));
    std::iter::once(id(&member.id)).chain(aliases).collect()
}

/// An enum that is being written.
#[derive(Clone, Copy)]
pub(super) struct Enum<'p> {
    pub(super) index: usize,
    pub(super) enumeration: &'p Enumeration,
}

impl Enum<'_> {
    fn is_internal(self) -> bool {
        matches!(self.enumeration.form, EnumForm::Internal { .. })
    }

    /// Whether the tags are numbers, which the constants then are.
    fn is_numbered(self) -> bool {
        self.enumeration.form == EnumForm::Ids
            && self.enumeration.members.iter().all(|member| matches!(member.id, Id::Int(_)))
    }

    /// A number for the variant that takes all others.
    fn free_number(self) -> i64 {
        let members = &self.enumeration.members;
        if !self.is_numbered() {
            return members.len() as i64;
        }
        let taken = |number: &i64| members.iter().any(|member| member.id == Id::Int(*number));
        (1..=i64::MAX).map(|number| -number).find(|number| !taken(number)).unwrap_or_default()
    }
}

/// A variant with what its class needs.
pub(super) struct Part<'p> {
    pub(super) member: &'p Enumerator,
    pub(super) class: String,
    pub(super) constant: String,
    pub(super) members: Vec<Member<'p>>,
    /// Whether it takes what no other fits.
    pub(super) is_other: bool,
}

impl Part<'_> {
    /// The Rust name of the variant, with which paths begin, as a literal.
    fn rust_name(&self) -> String {
        string(&self.member.name)
    }
}

impl<'p> Generator<'p> {
    /// Whether the reader of a variant's content is told what was read already.
    fn is_told(&self, this: Enum<'_>, member: &Enumerator) -> bool {
        self.speculation.remembers(this.index) && self.speculation.is_told(&member.record.fields)
    }

    /// A base class and one class for each variant.
    pub(super) fn enum_classes(
        &mut self,
        index: usize,
        def: &'p TypeDef,
        enumeration: &'p Enumeration,
    ) {
        let class = self.names.class(index).to_owned();
        let this = Enum { index, enumeration };
        let parts = self.parts(this, &class, &def.name);
        self.base(this, &class, def, &parts);
        for part in &parts {
            self.gap();
            self.docs(&part.member.docs, "");
            if part.is_other && self.forms.is_variant(index) {
                self.other_class(&class, &part.class, &part.constant);
            } else if part.is_other {
                self.flat_other_class(index, &class, &part.class, &part.constant);
            } else {
                self.variant_class(this, &class, part);
            }
        }
    }

    pub(super) fn parts(&mut self, this: Enum<'p>, class: &str, name: &str) -> Vec<Part<'p>> {
        let all = || this.enumeration.members.iter().chain(&this.enumeration.other);
        let constants = member_constants(all());
        let own_of_base = own_of_variants(&constants);
        let mut parts = Vec::new();
        for (member, constant) in all().zip(&constants) {
            let is_other = Some(member) == this.enumeration.other.as_ref();
            let own = format!("{name}::{}", member.name);
            let mut members = if is_other {
                Vec::new()
            } else {
                self.members(&member.record, &own, &own_of_base)
            };
            if let ([only], Style::Newtype) = (&mut members[..], member.style) {
                if only.field.gdscript.is_none() {
                    VALUE.clone_into(&mut only.name);
                }
                only.is_framed = true;
                if this.is_internal() {
                    self.check_beside_tag(only.field, &only.slot.kind, &own);
                }
            }
            let class = member_class(class, member);
            parts.push(Part { member, class, constant: constant.clone(), members, is_other });
        }
        parts
    }

    fn check_beside_tag(&mut self, field: &Field, kind: &Kind, owner: &str) {
        let fits = match kind {
            Kind::Class(index) => self.has_pairs(*index),
            _ => false,
        };
        if !fits {
            let message = format!(
                "{}: only a struct or an enum with a `tag` that takes unknown keys can stand beside the tag in \
                 GDScript",
                named(owner, &field.name)
            );
            self.errors.push(Diagnostic::new(&field.place, message));
        }
    }

    fn base(&mut self, this: Enum<'p>, class: &str, def: &'p TypeDef, parts: &[Part<'p>]) {
        self.gap();
        let classes: Vec<String> = parts
            .iter()
            .map(|part| {
                if self.four { format!("[code]{}[/code]", part.class) } else { part.class.clone() }
            })
            .collect();
        let note = format!("One of {}. {}", classes.join(", "), self.name_note(this.index, def));
        self.docs(&def.docs, note.trim_end());
        let is_variant = self.forms.is_variant(this.index);
        let base = if is_variant { "Message" } else { self.flat_base() };
        self.class(class, base, |generator| {
            generator.kinds(this, parts);
            generator.remembered_member(this.index);
            generator.flat_depth(this.index);
            generator.line("");
            generator.accessors(parts);
            let classes = parts.iter().map(|part| part.class.clone()).collect::<Vec<_>>();
            if !is_variant {
                generator.out.undo_gap();
                generator.flat_enum_functions(this.index, &classes);
                return;
            }
            generator.reading_functions(class, &[]);
            generator.gap();
            generator.start(&[]);
            let head = generator.read_head();
            generator.block(head, |generator| match &this.enumeration.form {
                EnumForm::Ids => generator.dispatch_ids(this, class, parts),
                EnumForm::Internal { tag } => {
                    generator.dispatch_tag(this, class, parts, tag, None);
                }
                EnumForm::Adjacent { tag, content } => {
                    generator.dispatch_tag(this, class, parts, tag, Some(content));
                }
                EnumForm::External => generator.dispatch_external(class, parts),
                _ => generator.dispatch_untagged(this, class),
            });
            if this.enumeration.form == EnumForm::Untagged {
                generator.first_that_fits(this, class, parts);
            }
            generator.flat_enum_functions(this.index, &classes);
        });
    }

    /// Whether any variant is no more than an id and an object: `Message` writes and reads those.
    pub(super) fn has_plain_variants(&self) -> bool {
        self.protocol.types.iter().enumerate().any(|(index, def)| {
            let Body::Enumeration(enumeration) = &def.body else { return false };
            let this = Enum { index, enumeration };
            self.forms.is_variant(index)
                && enumeration.members.iter().any(|member| self.is_plain(this, member))
        })
    }

    /// Whether a variant is no more than its number and an object, in `value`.
    fn is_plain(&self, this: Enum<'_>, member: &Enumerator) -> bool {
        if !this.is_numbered() {
            return false;
        }
        match (member.style, &member.record.fields[..]) {
            (Style::Unit, _) => true,
            (Style::Newtype, [only]) => {
                let mut ty = &only.ty;
                while let Type::Pointer(inner) = ty {
                    ty = inner;
                }
                let Type::Message(index) = ty else { return false };
                let is_record = matches!(self.protocol.types[*index].body, Body::Record(_));
                is_record
                    && only.gdscript.is_none()
                    && only.custom.is_none()
                    && only.default == FieldDefault::Required
            }
            _ => false,
        }
    }

    /// `enum Kind` and `var kind`.
    fn kinds(&mut self, this: Enum<'p>, parts: &[Part<'p>]) {
        self.block("enum Kind {", |generator| {
            for (i, part) in parts.iter().enumerate() {
                let number = match &part.member.id {
                    _ if part.is_other => this.free_number(),
                    Id::Int(number) if this.is_numbered() => *number,
                    _ => i as i64,
                };
                generator.line(format!("{} = {},", part.constant, int(number)));
            }
        });
        self.line("}");
        let first = parts.first().map_or("", |part| &part.constant);
        if self.four {
            self.line(format!("var kind: Kind = Kind.{first}"));
        } else {
            self.line("# warning-ignore:unused_class_variable");
            self.line(format!("var kind: int = Kind.{first}"));
        }
    }

    /// `as_welcome()`: the message with the type of its variant.
    fn accessors(&mut self, parts: &[Part<'p>]) {
        for Part { class, constant, .. } in parts {
            let names =
                [("{name}", &*accessor(constant)), ("{class}", class), ("{constant}", constant)];
            self.insert(include_str!("../accessor.gd"), &names);
            self.gap();
        }
    }

    fn init(&mut self, part: &Part<'p>) {
        let returns = self.pick(" -> void", "");
        if let ([only], Style::Newtype) = (&part.members[..], part.member.style) {
            self.start(&part.members);
            let content = &Rc::clone(&self.locals).content;
            let ty = self.type_note(&only.slot.kind, &part.class);
            let head = format!("func _init({content}{ty} = {}){returns}:", only.initial);
            self.block(head, |generator| {
                generator.line(format!("kind = Kind.{}", part.constant));
                generator.line(format!("{} = {content}", only.name));
            });
        } else {
            self.block(format!("func _init(){returns}:"), |generator| {
                generator.line(format!("kind = Kind.{}", part.constant));
            });
        }
        self.gap();
    }

    fn variant_class(&mut self, this: Enum<'p>, base: &str, part: &Part<'p>) {
        let Part { member, class, members, .. } = part;
        let mut record = member.record.clone();
        // Its fields are next to the tag.
        let beside = this.is_internal() && member.style == Style::Newtype;
        if beside {
            record.form = Form::Dictionary;
        }
        let is_newtype = member.style == Style::Newtype && members.len() == 1;
        let (tag, is_ids) = match &this.enumeration.form {
            EnumForm::Internal { tag } => (Some(&**tag), false),
            form => (None, *form == EnumForm::Ids),
        };
        if is_ids {
            record.form = Form::Array;
        } else if tag.is_some() {
            record.form = Form::Dictionary;
        }
        self.class(class, base, |generator| {
            let form = if member.style == Style::Newtype { Form::Array } else { record.form };
            if !is_newtype {
                generator.required_keys_constant(&record, members);
            }
            generator.declare(members, class, form);
            if !members.is_empty() {
                generator.line("");
            }
            generator.init(part);
            if is_newtype {
                generator.creating_newtype(part);
            } else {
                generator.creating_function(class, members);
            }
            let position = this.enumeration.members.iter().position(|other| other == *member);
            let has_flat = generator.forms.has(this.index);
            if !generator.forms.is_variant(this.index) || generator.is_plain(this, member) {
                generator.out.undo_gap();
                if let Some(position) = position.filter(|_| has_flat) {
                    generator.gap();
                    generator.flat_variant_functions(this.index, position, members);
                }
                return;
            }
            generator.writing_function(members, |generator| {
                generator.write_variant(this.enumeration, part, &record, beside)
            });
            // Without fields there is nothing to read, except that an Array has no more than its id.
            let reads_nothing = member.style == Style::Unit && !is_ids && !record.deny_unknown;
            if !reads_nothing || tag.is_some() && generator.has_plain_variants() {
                generator.gap();
                let remembers = generator.is_told(this, member);
                let around = Around { offset: usize::from(is_ids), tag, remembers };
                if is_newtype && !is_ids {
                    generator.loading_newtype(part, around);
                } else {
                    generator.loading_function(&record, members, around);
                }
            }
            if let Some(position) = position.filter(|_| has_flat) {
                generator.gap();
                generator.flat_variant_functions(this.index, position, members);
            }
        });
    }

    /// `create()` of a variant that holds one value.
    fn creating_newtype(&mut self, part: &Part<'p>) {
        let Part { class, members, .. } = part;
        let [only] = &members[..] else { return };
        self.start(members);
        let content = Rc::clone(&self.locals).content.clone();
        let ty = self.type_note(&only.slot.kind, class);
        let returns = if self.four { format!(" -> {class}") } else { String::new() };
        self.block(format!("static func create({content}{ty}){returns}:"), |generator| {
            generator.line(format!("return {class}.new({content})"));
        });
        self.gap();
    }

    /// `_load(data, fault)` of a variant that holds one value, where `data` is that value.
    fn loading_newtype(&mut self, part: &Part<'p>, around: Around<'_>) {
        let [only] = &part.members[..] else { return };
        self.start(&part.members);
        let Locals { data, value, seen, fault, .. } = &*Rc::clone(&self.locals);
        let head = self.loading_head();
        self.is_pending = false;
        self.block(head, |generator| {
            if let (Kind::Class(index), false) = (&*only.slot.kind, around.remembers)
                && matches!(generator.protocol.types[*index].body, Body::Record(_))
            {
                generator.line(format!("return {}._load({data}, {fault})", only.name));
                return;
            }
            let is_object = matches!(*only.slot.kind, Kind::Class(_));
            if !is_object {
                generator.local(value, "Variant", data);
            }
            let from = From {
                value: if is_object { data.clone() } else { value.clone() },
                step: None,
                outer: Vec::new(),
                seen: around.remembers.then(|| seen.clone()),
            };
            let target = Self::target(only);
            generator.read(&only.slot, &from, &target, &only.name);
            generator.end_of_reading();
        });
    }

    fn write_variant(
        &mut self,
        enumeration: &Enumeration,
        part: &Part<'p>,
        record: &Record,
        beside: bool,
    ) -> String {
        let Part { member, members, .. } = part;
        let own = id(&member.id);
        match &enumeration.form {
            EnumForm::Ids => self.write_record(record, members, &Opening::Element(own)),
            EnumForm::Internal { tag: tag_key } => {
                let tag = string(tag_key);
                if let ([only], true) = (&members[..], beside) {
                    let out = self.fresh("out_fields");
                    self.local(&out, "Dictionary", &format!("{{{tag}: {own}}}"));
                    self.write_flattened(only, &out, &[], Some(tag_key));
                    return out;
                }
                self.write_record(record, members, &Opening::Pair(tag, own))
            }
            EnumForm::External if member.style == Style::Unit => own,
            EnumForm::External => format!("{{{own}: {}}}", self.write_content(part, record)),
            EnumForm::Adjacent { tag, .. } if member.style == Style::Unit => {
                format!("{{{}: {own}}}", string(tag))
            }
            EnumForm::Adjacent { tag, content: key } => {
                let content = self.write_content(part, record);
                format!("{{{}: {own}, {}: {content}}}", string(tag), string(key))
            }
            _ => self.write_content(part, record),
        }
    }

    fn write_content(&mut self, part: &Part<'p>, record: &Record) -> String {
        let Part { member, members, .. } = part;
        match (member.style, &members[..]) {
            (Style::Unit, _) => "null".to_owned(),
            (Style::Newtype, [only]) => {
                let known = self.declared(&only.slot.kind);
                self.write(&only.slot.kind, &only.name, "value", known)
            }
            _ => self.write_record(record, members, &Opening::Nothing),
        }
    }
}
