//! Enums: constants where they carry nothing, a base class and a class for each variant where they do.

mod content;
mod external;
mod plain;
mod tagged;
mod untagged;

use std::rc::Rc;

use super::fields::Around;
use super::kind::Kind;
use super::locals::Locals;
use super::names::{VALUE, accessor, member_class, member_constants, own_of_variants};
use super::record::{Member, Opening};
use super::text::{int, string};
use super::{Generator, named};
use crate::protocol::{
    Diagnostic, EnumForm, Enumeration, Enumerator, Field, Form, Record, Style, TypeDef,
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
struct Enum<'p> {
    index: usize,
    enumeration: &'p Enumeration,
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
struct Part<'p> {
    member: &'p Enumerator,
    class: String,
    constant: String,
    members: Vec<Member<'p>>,
    /// Whether it takes what no other fits.
    is_other: bool,
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
            if part.is_other {
                self.other_class(&class, &part.class, &part.constant);
            } else {
                self.variant_class(this, &class, part);
            }
        }
    }

    fn parts(&mut self, this: Enum<'p>, class: &str, name: &str) -> Vec<Part<'p>> {
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
        self.class(class, "Message", |generator| {
            generator.kinds(this, parts);
            generator.accessors(parts);
            generator.reading_functions(class, &[]);
            generator.gap();
            generator.start(&[]);
            let head = generator.read_head(this.index);
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
        });
    }

    /// `enum Kind` and `var kind`.
    fn kinds(&mut self, this: Enum<'p>, parts: &[Part<'p>]) {
        let mark = self.pick("##", "#");
        if this.is_numbered() {
            self.line(format!("{mark} The message numbers."));
        }
        self.block("enum Kind {", |generator| {
            for (i, part) in parts.iter().enumerate() {
                generator.docs(&part.member.docs, "");
                let number = match &part.member.id {
                    _ if part.is_other => this.free_number(),
                    Id::Int(number) if this.is_numbered() => *number,
                    _ => i as i64,
                };
                generator.line(format!("{} = {},", part.constant, int(number)));
            }
        });
        self.line("}");
        self.line("");
        self.line(format!("{mark} Which of the variants this is."));
        let first = parts.first().map_or("", |part| &part.constant);
        if self.four {
            self.line(format!("var kind: Kind = Kind.{first}"));
        } else {
            self.line("# warning-ignore:unused_class_variable");
            self.line(format!("var kind: int = Kind.{first}"));
        }
        self.line("");
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
        // Its fields stand beside the tag.
        let beside = this.is_internal() && member.style == Style::Newtype;
        if beside {
            record.form = Form::Dictionary;
        }
        self.class(class, base, |generator| {
            let form = if member.style == Style::Newtype { Form::Array } else { record.form };
            generator.declare(members, class, form);
            if !members.is_empty() {
                generator.line("");
            }
            generator.init(part);
            if member.style != Style::Newtype {
                generator.creating_function(class, members);
            }
            let ty = match &this.enumeration.form {
                EnumForm::Ids => "Array",
                EnumForm::Internal { .. } | EnumForm::Adjacent { .. } => "Dictionary",
                _ => "Variant",
            };
            generator.writing_function(ty, members, |generator| {
                generator.write_variant(this.enumeration, part, &record, beside)
            });
            let is_ids = this.enumeration.form == EnumForm::Ids;
            if member.style == Style::Unit && !is_ids {
                return;
            }
            generator.gap();
            generator.start(members);
            match &this.enumeration.form {
                EnumForm::Ids => generator.read_fields(part, &record, None),
                EnumForm::Internal { tag } => {
                    generator.read_fields(part, &record, Some(tag));
                }
                _ => generator.read_content(this, part, &record),
            }
        });
    }

    /// `_read_fields(fields, fault)`: the fields stand beside the tag.
    fn read_fields(&mut self, part: &Part<'p>, record: &Record, tag: Option<&str>) {
        let Part { member, class, members, .. } = part;
        let Locals { fields, fault, message, content, .. } = &*Rc::clone(&self.locals);
        let (form, offset) = match tag {
            None => (Form::Array, 1),
            Some(_) => (Form::Dictionary, 0),
        };
        let ty = super::record::container(form);
        let parameters = format!("{fields}: {ty}, {fault}: Array");
        let head = self.private_head("_read_fields", &parameters, class, false);
        self.block(head, |generator| {
            if let ([only], Style::Newtype, Some(_)) = (&members[..], member.style, tag) {
                let ty = generator.member_type(&only.slot.kind);
                generator.local(content, &ty, &format!("{ty}._read({fields}, {fault})"));
                generator.block(format!("if {content} == null:"), |generator| {
                    generator.line("return null");
                });
                generator.line(format!("return {class}.new({content})"));
                return;
            }
            generator.local(message, class, &format!("{class}.new()"));
            let around = Around { offset, tag, ..Around::default() };
            generator.read_record(record, members, around);
            generator.line(format!("return {message}"));
        });
    }

    fn write_variant(
        &mut self,
        enumeration: &Enumeration,
        part: &Part<'p>,
        record: &Record,
        beside: bool,
    ) -> Vec<String> {
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
                    return vec![out];
                }
                let mut record = record.clone();
                record.form = Form::Dictionary;
                self.write_record(&record, members, &Opening::Pair(tag, own))
            }
            EnumForm::External if member.style == Style::Unit => vec![own],
            EnumForm::External => {
                let content = self.write_content(part, record);
                surround(&format!("{{{own}: "), content, "}")
            }
            EnumForm::Adjacent { tag, .. } if member.style == Style::Unit => {
                vec![format!("{{{}: {own}}}", string(tag))]
            }
            EnumForm::Adjacent { tag, content: key } => {
                let content = self.write_content(part, record);
                let before = format!("{{{}: {own}, {}: ", string(tag), string(key));
                surround(&before, content, "}")
            }
            _ => self.write_content(part, record),
        }
    }
}

/// Puts text before the first line and after the last.
fn surround(before: &str, mut lines: Vec<String>, after: &str) -> Vec<String> {
    if let Some(first) = lines.first_mut() {
        first.insert_str(0, before);
    }
    if let Some(last) = lines.last_mut() {
        last.push_str(after);
    }
    lines
}
