//! Enums: constants where they carry nothing, a class where they do. It has the `kind` and the `value` of a variant.

mod external;
mod plain;
mod single;
mod tagged;
mod untagged;

use super::fields::Around;
use super::kind::Kind;
use super::names::{VALUE, creator, member_constants};
use super::record::{Member, Opening};
use super::text::{int, string};
use super::{Generator, named};
use crate::protocol::{
    Body, Diagnostic, EnumForm, Enumeration, Enumerator, Field, Form, Style, Type, TypeDef,
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

/// A variant with what the script needs of it.
pub(super) struct Part<'p> {
    pub(super) member: &'p Enumerator,
    /// The class of the enum.
    pub(super) class: String,
    pub(super) constant: String,
    /// The value that it holds.
    pub(super) value: Option<Member<'p>>,
    /// Whether it takes what no other fits.
    pub(super) is_other: bool,
}

impl<'p> Generator<'p> {
    /// Whether the reader of a variant's content is told what was read already.
    fn is_told(&self, this: Enum<'_>, member: &Enumerator) -> bool {
        self.speculation.remembers(this.index) && self.speculation.is_told(&member.record.fields)
    }

    pub(super) fn parts(&mut self, this: Enum<'p>, class: &str, name: &str) -> Vec<Part<'p>> {
        let all = || this.enumeration.members.iter().chain(&this.enumeration.other);
        let mut parts = Vec::new();
        for (member, constant) in all().zip(member_constants(all())) {
            let is_other = Some(member) == this.enumeration.other.as_ref();
            let own = format!("{name}::{}", member.name);
            let mut value = None;
            if let (Some(field), false) = (member.record.fields.first(), is_other) {
                let slot = self.kind_of_field(field, &own);
                if this.is_internal() && !self.is_whole(&slot.kind) {
                    self.check_beside_tag(field, &slot.kind, &own);
                }
                let initial = self.initial_of_field(field, &slot, &own);
                value =
                    Some(Member { field, name: VALUE.to_owned(), slot, initial, is_framed: true });
            }
            parts.push(Part { member, class: class.to_owned(), constant, value, is_other });
        }
        parts
    }

    /// Whether a value is all that is sent for its variant, with the tag.
    pub(super) fn is_whole(&self, kind: &Kind) -> bool {
        let Kind::Class(record) = kind else { return false };
        let owner = self.owners.get(record).and_then(|(index, _)| self.enumeration(*index));
        owner.is_some_and(|it| matches!(it.form, EnumForm::Ids | EnumForm::Internal { .. }))
    }

    /// What is before the fields of a record that has those of a variant: as it is written, and as it is read.
    pub(super) fn frame(&self, record: usize) -> (Opening, Around<'p>) {
        let protocol = self.protocol;
        let Some((index, at)) = self.owners.get(&record) else {
            return (Opening::Nothing, Around::default());
        };
        let Body::Enumeration(enumeration) = &protocol.types[*index].body else {
            return (Opening::Nothing, Around::default());
        };
        let own = id(&enumeration.members[*at].id);
        match &enumeration.form {
            EnumForm::Ids => (Opening::Element(own), Around { offset: 1, ..Around::default() }),
            EnumForm::Internal { tag } => {
                (Opening::Pair(string(tag), own), Around { tag: Some(tag), ..Around::default() })
            }
            _ => (Opening::Nothing, Around::default()),
        }
    }

    fn check_beside_tag(&mut self, field: &Field, kind: &Kind, owner: &str) {
        let fits = match kind {
            Kind::Class(index) => self.has_pairs(*index),
            _ => false,
        };
        if !fits {
            let message = format!(
                "{}: only a struct or an enum with a `tag` that takes unknown keys can be next to the tag in \
                 GDScript",
                named(owner, &field.name)
            );
            self.errors.push(Diagnostic::new(&field.place, message));
        }
    }

    /// The class of an enum.
    pub(super) fn enum_class(
        &mut self,
        index: usize,
        def: &'p TypeDef,
        enumeration: &'p Enumeration,
    ) {
        let class = &*self.names.class(index).to_owned();
        let this = Enum { index, enumeration };
        let parts = &*self.parts(this, class, &def.name);
        self.gap();
        let note = self.name_note(index, def);
        self.docs(&def.docs, &note);
        let is_variant = self.forms.is_variant(index);
        let has_other = self.flat_other(index).is_some();
        self.own = if has_other { &["kind", VALUE, "number", "rest"] } else { &["kind", VALUE] };
        self.class(class, "Message", |generator| {
            generator.kinds(this, parts);
            generator.creators(this.index, class, parts);
            generator.applying_variants(this.index, parts);
            if !is_variant {
                generator.out.undo_gap();
                generator.flat_enum_functions(this.index, parts);
                return;
            }
            generator.reading_functions(class, &[]);
            generator.gap();
            if generator.shares_numbers(index) {
                generator.made_by_number(class, parts);
            }
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
            generator.functions_of_values(this, parts);
            generator.flat_enum_functions(this.index, parts);
            generator.no_flat_form(this.index);
        });
        self.own = &[];
    }

    /// `enum Kind`, `var kind`, `var value` and `_init`.
    fn kinds(&mut self, this: Enum<'p>, parts: &[Part<'p>]) {
        self.block("enum Kind {", |generator| {
            for part in parts {
                let number = generator.kind_of(this.index, part);
                generator.docs(&part.member.docs, &generator.value_note(part));
                generator.line(format!("{} = {},", part.constant, int(number)));
            }
        });
        self.line("}");
        let holds = |part: &Part<'p>| {
            part.value.is_some() || part.is_other && self.forms.is_variant(this.index)
        };
        let has_value = parts.iter().any(holds);
        let first = parts.first().map_or("", |part| &part.constant);
        let (ty, value) = if self.four {
            ("Kind", format!(": {}", self.type_of_value(this.index)))
        } else {
            ("int", String::new())
        };
        if !self.four {
            self.line("# warning-ignore:unused_class_variable");
        }
        self.line(format!("var kind: {ty} = Kind.{first}"));
        if has_value {
            let note = "What the message of this kind holds.";
            self.docs(&[], note);
            self.line(format!("var value{value} = null"));
        }
        for (name, ty, initial, note) in self.members_of_other(this.index) {
            self.docs(&[], note);
            self.line(format!("var {name}: {ty} = {initial}"));
        }
        self.remembered_member(this.index);
        self.flat_depth(this.index);
        self.line("");
        let mut parameters = vec![format!("p_kind: {ty} = Kind.{first}")];
        parameters.extend(has_value.then(|| format!("p_value{value} = null")));
        let end = self.pick(" -> void:", ":").to_owned();
        self.head("func _init", &parameters, &end);
        self.out.indent += 1;
        self.line("kind = p_kind");
        if has_value {
            self.line("value = p_value");
        }
        self.out.indent -= 1;
        self.gap();
    }

    /// The type of an enum's `value`: the base class, if all variants with one value hold objects that are made before they are read.
    pub(super) fn type_of_value(&self, index: usize) -> &'static str {
        let enumeration = self.enumeration(index);
        let is_variant = self.forms.is_variant(index);
        let has_other = enumeration.is_some_and(|it| it.other.is_some()) && is_variant;
        let holds_object = |member: &Enumerator| match &member.record.fields[..] {
            [only] if member.style == Style::Newtype => {
                only.custom.is_none() && self.is_object_type(&only.ty)
            }
            _ => true,
        };
        let mut members = enumeration.into_iter().flat_map(|it| &it.members);
        if !has_other && members.all(holds_object) { "Message" } else { "Variant" }
    }

    /// Whether some variants of an enum have objects that are made before they are read, and the others have nothing.
    pub(super) fn is_uniform(&self, index: usize) -> bool {
        let members = self.enumeration(index).map_or(&[][..], |it| &it.members);
        let is_unit = |member: &Enumerator| member.record.fields.is_empty();
        let is_whole = |member: &Enumerator| match member.record.fields.first() {
            Some(Field { ty: Type::Message(record), .. }) => self.is_whole(&Kind::Class(*record)),
            _ => false,
        };
        self.type_of_value(index) == "Message"
            && members.iter().any(is_unit)
            && !members.iter().all(is_unit)
            && !members.iter().any(is_whole)
    }

    /// Whether the same numbers stand for the variants of an enum on both wires: then one function makes their objects.
    pub(super) fn shares_numbers(&self, index: usize) -> bool {
        let (Some(enumeration), Some(def)) = (self.enumeration(index), self.forms.of(index)) else {
            return false;
        };
        let crate::flat::Body::Enumeration(flat) = &def.body else { return false };
        let same =
            |(own, flat): (&Enumerator, &crate::flat::Member)| own.id == Id::Int(flat.id.into());
        self.forms.is_variant(index)
            && enumeration.form == EnumForm::Ids
            && enumeration.other.is_none()
            && flat.other.is_none()
            && enumeration.members.len() == flat.members.len()
            && enumeration.members.iter().zip(&flat.members).all(same)
    }

    /// `_of(number)`: a new object for the variant that has a number, or null.
    fn made_by_number(&mut self, class: &str, parts: &[Part<'p>]) {
        self.start(&[]);
        let tag = self.locals.tag.clone();
        let head = if self.four {
            format!("static func _of({tag}: Variant) -> {class}:")
        } else {
            format!("static func _of({tag}):")
        };
        self.block(head, |generator| {
            generator.match_tag(&tag, parts.iter(), Self::made);
            generator.line("return null");
        });
        self.gap();
    }

    /// Whether the values of a type are objects that are made before they are read.
    fn is_object_type(&self, ty: &Type) -> bool {
        match ty {
            Type::Pointer(inner) => self.is_object_type(inner),
            Type::Message(index) => match &self.protocol.types[*index].body {
                Body::Record(_) => true,
                Body::Transparent(field) => self.is_object_type(&field.ty),
                Body::Enumeration(_) | Body::Unit => false,
            },
            _ => false,
        }
    }

    /// The number of a variant among the kinds.
    pub(super) fn kind_of(&self, index: usize, part: &Part<'p>) -> i64 {
        let Some(enumeration) = self.enumeration(index) else { return 0 };
        let this = Enum { index, enumeration };
        let position = || enumeration.members.iter().position(|other| other == part.member);
        match &part.member.id {
            _ if part.is_other => this.free_number(),
            Id::Int(number) if this.is_numbered() => *number,
            _ => position().unwrap_or_default() as i64,
        }
    }

    /// What `value` is, or what class the message has.
    fn value_note(&self, part: &Part<'p>) -> String {
        let code =
            |text: &str| if self.four { format!("[code]{text}[/code]") } else { text.to_owned() };
        match &part.value {
            Some(only) => {
                let notes = self.notes(only.field, &only.slot, VALUE, Form::Array);
                let ty = code(&self.member_type(&only.slot.kind));
                format!("Value: {ty}. {notes}").trim_end().to_owned()
            }
            None if part.is_other => "Value: all that was received.".to_owned(),
            None => String::new(),
        }
    }

    /// `create_welcome()` for each variant.
    fn creators(&mut self, index: usize, class: &str, parts: &[Part<'p>]) {
        for part in parts {
            let name = format!("static func {}", creator(&part.constant));
            let others = self.members_of_other(index);
            if part.is_other && !others.is_empty() {
                self.creating_other(&name, part, &others);
                continue;
            }
            // What has such a message begins with it.
            let is_first = self.default_member(index) == Some(part.member);
            let of_record = part.value.as_ref().and_then(|only| self.members_of_variant(only));
            let members = of_record.as_deref().unwrap_or_default();
            self.start(members);
            let content = self.locals.content.clone();
            let (mut parameters, mut value) = (Vec::new(), None);
            if let (Some(_), Some(only)) = (&of_record, &part.value) {
                let (given, declared) = self.parameters_of(class, members, is_first);
                let record = self.member_type(&only.slot.kind);
                value = Some(format!("{record}.create({})", given.join(", ")));
                parameters = declared;
            } else if let Some(only) = &part.value {
                // In Godot 3, classes that name each other leak.
                let has_type = self.four || !matches!(*only.slot.kind, Kind::Class(_));
                let ty =
                    if has_type { self.type_note(&only.slot.kind, class) } else { String::new() };
                let initial = if is_first { format!(" = {}", only.initial) } else { String::new() };
                parameters.push(format!("{content}{ty}{initial}"));
                value = Some(content);
            } else if part.is_other && self.forms.is_variant(index) {
                parameters.push(format!("{content}{}", self.pick(": Variant", "")));
                value = Some(content);
            }
            let value = value.map_or(String::new(), |value| format!(", {value}"));
            let returns = if self.four { format!(" -> {class}:") } else { ":".to_owned() };
            self.head(&name, &parameters, &returns);
            self.out.indent += 1;
            self.line(format!("return {class}.new(Kind.{}{value})", part.constant));
            self.out.indent -= 1;
            self.gap();
        }
    }

    /// The fields of a variant whose value is a record of them.
    pub(super) fn members_of_variant(&mut self, value: &Member<'p>) -> Option<Vec<Member<'p>>> {
        let Kind::Class(index) = *value.slot.kind else { return None };
        let protocol = self.protocol;
        let def = &protocol.types[index];
        match &def.body {
            Body::Record(record) if self.owners.contains_key(&index) => {
                Some(self.members(record, &def.name, &[]))
            }
            _ => None,
        }
    }

    /// A new object for a variant that is read, in a function of the enum's class.
    pub(super) fn made(&self, part: &Part<'p>) -> String {
        match &part.value {
            Some(only) if self.is_record(only) => {
                format!("{}.new(Kind.{}, {})", part.class, part.constant, only.initial)
            }
            _ => format!("{}.new(Kind.{})", part.class, part.constant),
        }
    }

    /// Whether a member holds an object that is made before it is read.
    pub(super) fn is_record(&self, member: &Member<'p>) -> bool {
        match *member.slot.kind {
            Kind::Class(index) => self.enumeration(index).is_none(),
            _ => false,
        }
    }

    /// An expression of what is sent for a variant whose tag is `own`.
    fn write_variant(
        &mut self,
        this: Enum<'p>,
        part: &Part<'p>,
        value: Option<&Member<'p>>,
        own: String,
    ) -> String {
        let content = |generator: &mut Self| match value {
            Some(only) => {
                let known = generator.declared(&only.slot.kind);
                generator.write(&only.slot.kind, &only.name, VALUE, known)
            }
            None => "null".to_owned(),
        };
        match &this.enumeration.form {
            EnumForm::Ids if value.is_none() => format!("[{own}]"),
            EnumForm::Ids => format!("[{own}, {}]", content(self)),
            EnumForm::Internal { tag: tag_key } => {
                let tag = string(tag_key);
                let Some(only) = value else { return format!("{{{tag}: {own}}}") };
                let out = self.fresh("out_fields");
                self.local(&out, "Dictionary", &format!("{{{tag}: {own}}}"));
                self.write_flattened(only, &out, &[], Some(tag_key));
                out
            }
            EnumForm::External if part.member.style == Style::Unit => own,
            EnumForm::External => format!("{{{own}: {}}}", content(self)),
            EnumForm::Adjacent { tag, .. } if part.member.style == Style::Unit => {
                format!("{{{}: {own}}}", string(tag))
            }
            EnumForm::Adjacent { tag, content: key } => {
                let content = content(self);
                format!("{{{}: {own}, {}: {content}}}", string(tag), string(key))
            }
            _ => content(self),
        }
    }
}
