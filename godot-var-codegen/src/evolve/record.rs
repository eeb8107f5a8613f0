//! Whether a reader of a record accepts what another record's writer writes.

use super::help::{DENIED, MISSING, OTHER_KIND, TOO_MANY};
use super::seen::Seen;
use super::{At, Extent, Judge, Rule, Who};
use crate::protocol::{
    Body, EnumForm, Enumeration, Enumerator, Field, FieldDefault, Form, Protocol, Record, Type,
};
use godot_var_runtime::variant::VariantType;
use godot_var_schema::variant::model::Id;

/// A field as a pair of a Dictionary, including fields of flattened records.
#[derive(Clone, Copy)]
pub(super) struct Entry<'p> {
    pub(super) field: &'p Field,
    /// The writer may leave out the record that it belongs to, or the reader does not require that.
    loose: bool,
}

impl Entry<'_> {
    /// Whether a writer may leave it out.
    fn is_left_out(&self) -> bool {
        self.loose || self.field.skip_encoding_if.is_some()
    }
}

/// A flattened enum: a tag, and the fields of one of its variants.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    /// The index of its type.
    index: usize,
    /// A writer may leave it out, and a reader does not require it.
    loose: bool,
}

/// All pairs of a Dictionary.
#[derive(Default)]
pub(super) struct Entries<'p> {
    pub(super) list: Vec<Entry<'p>>,
    pub(super) choices: Vec<Choice>,
    /// The values of a flattened map with any keys. The inner value is `None` for a `Dictionary`.
    pub(super) rest: Option<Option<Seen<'p>>>,
}

impl<'p> Entries<'p> {
    pub(super) fn of(protocol: &'p Protocol, fields: &'p [Field]) -> Self {
        let mut entries = Self::default();
        entries.add(protocol, fields, false);
        entries
    }

    fn add(&mut self, protocol: &'p Protocol, fields: &'p [Field], loose: bool) {
        for field in fields {
            if field.flatten {
                self.flatten(protocol, &field.ty, loose);
            } else {
                self.list.push(Entry { field, loose });
            }
        }
    }

    /// Returns the pairs of a field beside a tag.
    pub(super) fn of_flattened(protocol: &'p Protocol, ty: &'p Type) -> Self {
        let mut entries = Self::default();
        entries.flatten(protocol, ty, false);
        entries
    }

    fn flatten(&mut self, protocol: &'p Protocol, ty: &'p Type, loose: bool) {
        match ty {
            Type::Option(inner) => self.flatten(protocol, inner, true),
            Type::Map(_, value) => self.rest = Some(Some(Seen::of(protocol, value))),
            Type::Value(VariantType::Dictionary, _) => self.rest = Some(None),
            Type::Message(index) => match &protocol.types[*index].body {
                Body::Record(record) => self.add(protocol, &record.fields, loose),
                Body::Transparent(field) => self.flatten(protocol, &field.ty, loose),
                Body::Enumeration(_) => self.choices.push(Choice { index: *index, loose }),
                Body::Unit => {}
            },
            _ => {}
        }
    }
}

fn reads(field: &Field, key: &str) -> bool {
    field.key == key || field.aliases.iter().any(|alias| alias == key)
}

pub(super) fn takes(member: &Enumerator, id: &Id) -> bool {
    member.id == *id
        || matches!(id, Id::Text(text) if member.aliases.iter().any(|alias| alias == text))
}

/// Whether a reader of keys does not require the field.
fn is_optional(field: &Field) -> bool {
    field.default != FieldDefault::Required
        || matches!(field.ty, Type::Option(_)) && field.custom.is_none()
}

impl<'p> Judge<'p> {
    pub(super) fn records(&mut self, reader: &'p Record, writer: &'p Record, at: &At) {
        if reader.form != writer.form {
            let name = |form: Form| match form {
                Form::Dictionary => "a Dictionary",
                Form::Array => "an Array",
            };
            let forms = (name(reader.form), name(writer.form));
            self.log.changed(Rule::FormChanged, at, "", forms, Extent::All, OTHER_KIND);
            return;
        }
        match reader.form {
            Form::Array => self.elements(&reader.fields, &writer.fields, at),
            Form::Dictionary => {
                let read = Entries::of(self.reader, &reader.fields);
                let written = Entries::of(self.writer, &writer.fields);
                self.pairs(&read, &written, reader.deny_unknown, at);
            }
        }
    }

    pub(super) fn fields(&mut self, reader: &'p Field, writer: &'p Field, at: &At) {
        let read = Seen::of_field(self.reader, reader);
        let written = Seen::of_field(self.writer, writer);
        self.values(&read, &written, at);
    }

    /// Compares pairs by key.
    pub(super) fn pairs(
        &mut self,
        reader: &Entries<'p>,
        writer: &Entries<'p>,
        deny_unknown: bool,
        at: &At,
    ) {
        for slot in reader.list.iter().filter(|slot| slot.field.decoded) {
            let field = slot.field;
            let given = |entry: &&Entry<'p>| entry.field.encoded && reads(field, &entry.field.key);
            // If a key is repeated, the last one counts.
            let Some(entry) = writer.list.iter().rev().find(given) else {
                self.absent(slot, writer, at);
                continue;
            };
            let both = self.log.both(at, ".", field, entry.field);
            if slot.loose {
                // A flattened Option that does not fit becomes None.
                continue;
            }
            if entry.is_left_out() && !is_optional(field) {
                let changes = ["may now be left out", "may no longer be left out"];
                self.log.presence(&both, changes, Extent::Some, "the field is left out");
            }
            self.fields(field, entry.field, &both);
        }
        self.flattened_choices(reader, writer, at);
        self.unread(reader, writer, deny_unknown, at);
    }

    /// Checks keys for which the reader has no field. They are an error if unknown keys are denied, and otherwise pairs of a flattened map.
    fn unread(&mut self, reader: &Entries<'p>, writer: &Entries<'p>, deny_unknown: bool, at: &At) {
        for entry in writer.list.iter().filter(|entry| entry.field.encoded) {
            if reader.list.iter().any(|slot| reads(slot.field, &entry.field.key)) {
                continue;
            }
            match &reader.rest {
                Some(Some(value)) => {
                    let (written, first) =
                        (Seen::of_field(self.writer, entry.field), self.log.problems.len());
                    self.values(value, &written, &at.written(".", entry.field));
                    if entry.is_left_out() {
                        self.spare_nothing(first);
                    }
                }
                Some(None) => {}
                None if deny_unknown => {
                    let extent = if entry.is_left_out() { Extent::Some } else { Extent::All };
                    let at = at.written(".", entry.field);
                    self.log.alone(&at, ("", ""), extent, DENIED);
                }
                None => {}
            }
        }
        if deny_unknown || matches!(reader.rest, Some(Some(_))) {
            for (position, choice) in writer.choices.iter().enumerate() {
                let read = reader.choices.get(position);
                self.unread_of_a_choice(reader, read, choice, deny_unknown, at);
            }
        }
    }

    /// Does the same for the tag of a flattened enum and the fields of its variants.
    fn unread_of_a_choice(
        &mut self,
        reader: &Entries<'p>,
        read: Option<&Choice>,
        written: &Choice,
        deny_unknown: bool,
        at: &At,
    ) {
        let (ours, theirs) = (self.reader, self.writer);
        let def = &theirs.types[written.index];
        let Body::Enumeration(enumeration) = &def.body else { return };
        let own = at.written(".", def);
        if read.is_none() {
            self.unread_tag(reader, enumeration, written.loose, deny_unknown, &own);
        }
        let known = read.and_then(|choice| match &ours.types[choice.index].body {
            Body::Enumeration(known) => Some((known, choice.loose || known.other.is_some())),
            _ => None,
        });
        for member in &enumeration.members {
            let (list, rest) = (reader.list.clone(), reader.rest.clone());
            let mut beside = Entries { list, rest, ..Entries::default() };
            if let Some((known, is_open)) = known {
                let reads = |other: &Enumerator| takes(other, &member.id);
                if !is_open && !known.members.iter().any(reads) {
                    // Already refused because of its tag.
                    continue;
                }
                for other in &known.members {
                    // The key of another variant is not a map's key. It is an error if unknown keys are denied.
                    if deny_unknown && !reads(other) {
                        continue;
                    }
                    let Some((entries, _)) = Self::beside_tag(ours, other) else { continue };
                    beside.list.extend(entries.list);
                    if reads(other) {
                        beside.choices = entries.choices;
                    }
                }
            }
            let Some((content, _)) = Self::beside_tag(theirs, member) else { continue };
            self.unread(&beside, &content, deny_unknown, &own.part(&format!("::{}", member.name)));
        }
    }

    /// Checks the tag of a flattened enum that the reader does not have.
    fn unread_tag(
        &mut self,
        reader: &Entries<'p>,
        written: &Enumeration,
        loose: bool,
        deny_unknown: bool,
        at: &At,
    ) {
        let EnumForm::Internal { tag } = &written.form else { return };
        if reader.list.iter().any(|slot| reads(slot.field, tag)) {
            return;
        }
        if let Some(Some(value)) = &reader.rest {
            let is_number = written.members.iter().any(|member| matches!(member.id, Id::Int(_)));
            let ty = if is_number { &Type::I64 } else { &Type::STRING };
            let first = self.log.problems.len();
            self.values(value, &Seen::of(self.writer, ty), at);
            if loose {
                self.spare_nothing(first);
            }
        } else if deny_unknown {
            let extent = if loose { Extent::Some } else { Extent::All };
            self.log.alone(at, ("the flattened enum ", ""), extent, DENIED);
        }
    }

    /// Compares flattened enums in order.
    fn flattened_choices(&mut self, reader: &Entries<'p>, writer: &Entries<'p>, at: &At) {
        for (position, choice) in reader.choices.iter().enumerate() {
            let (message, why) = match writer.choices.get(position) {
                Some(written) if choice.loose || !written.loose => {
                    if !choice.loose {
                        let read = Seen::of_type(self.reader, choice.index);
                        self.values(&read, &Seen::of_type(self.writer, written.index), at);
                    }
                    continue;
                }
                Some(_) => ("may be left out", "its tag is left out"),
                None if choice.loose => continue,
                None => ("is on one side only", "its tag is missing"),
            };
            let own = at.read(".", &self.reader.types[choice.index]);
            let message = format!("the flattened enum `{}` {message}", own.subject);
            self.log.report(Rule::PresenceChanged, &own, message, Extent::All, why);
        }
    }

    /// Checks a field that the writer does not write.
    fn absent(&mut self, slot: &Entry<'p>, writer: &Entries<'p>, at: &At) {
        let field = slot.field;
        let own = at.read(".", field);
        let renamed = writer.list.iter().find(|entry| entry.field.name == field.name);
        if let Some(entry) = renamed.filter(|entry| entry.field.encoded) {
            let keys = (format!("{:?}", field.key), format!("{:?}", entry.field.key));
            let own = At { writer: Some(entry.field.place.clone()), ..own };
            let (extent, why) = if is_optional(field) || slot.loose {
                (Extent::Misread, "the field is missing, so its value is lost")
            } else {
                (Extent::All, MISSING)
            };
            self.log.changed(Rule::KeyChanged, &own, "the key of ", keys, extent, why);
            return;
        }
        if is_optional(field) || slot.loose {
            return;
        }
        if let Some(entry) = renamed {
            let own = At { writer: Some(entry.field.place.clone()), ..own };
            let changes = ["is no longer written", "was not written before and is required"];
            self.log.presence(&own, changes, Extent::All, MISSING);
            return;
        }
        let (rule, what) = match self.log.who {
            Who::OldReader => (Rule::FieldRemoved, "was removed; it was required"),
            Who::OldWriter => (Rule::FieldAdded, "is new and required"),
        };
        let message = format!("`{}` {what}", own.subject);
        self.log.report(rule, &own, message, Extent::All, MISSING);
    }

    /// Compares elements by position.
    pub(super) fn elements(&mut self, reader: &'p [Field], writer: &'p [Field], at: &At) {
        let needed = reader
            .iter()
            .position(|field| field.default != FieldDefault::Required)
            .unwrap_or(reader.len());
        // Elements of a tuple have no names.
        let lacks =
            |fields: &[Field], index: usize, field: &Field| match field.name.parse::<usize>() {
                Ok(_) => index >= fields.len(),
                Err(_) => !named(fields, &field.name),
            };
        if writer.len() > reader.len() {
            for (index, field) in writer.iter().enumerate() {
                if lacks(reader, index, field) {
                    let own = at.written(".", field);
                    self.log.alone(&own, ("", " (in an Array)"), Extent::All, TOO_MANY);
                }
            }
        }
        if writer.len() < needed {
            for (index, field) in reader[..needed].iter().enumerate() {
                if lacks(writer, index, field) {
                    let own = at.read(".", field);
                    let why = "the element is missing";
                    self.log.alone(&own, ("", " (in an Array)"), Extent::All, why);
                }
            }
        }
        for (index, (read, written)) in reader.iter().zip(writer).enumerate() {
            let name = format!("element {index}");
            self.at_position((reader, read), (writer, written), &name, "elements", at);
        }
    }

    /// Compares what has the same position on both sides, and may have been at another one.
    pub(super) fn at_position(
        &mut self,
        (reader, read): (&'p [Field], &'p Field),
        (writer, written): (&'p [Field], &'p Field),
        name: &str,
        all: &str,
        at: &At,
    ) {
        let both = self.log.both(at, ".", read, written);
        let is_moved = read.name != written.name
            && (named(writer, &read.name) || named(reader, &written.name));
        if !is_moved {
            self.fields(read, written, &both);
            return;
        }
        let found = self.trial(|judge| judge.fields(read, written, &both));
        let (extent, why) = match found {
            None => (Extent::Misread, format!("the order of the {all} is different")),
            Some(found) => (found.extent, found.why),
        };
        let (old, new) = self.log.in_time(&read.name, &written.name);
        let message = format!("{name} of `{}` changed from `{old}` to `{new}`", at.subject);
        self.log.report(Rule::OrderChanged, &both, message, extent, why);
    }
}

fn named(fields: &[Field], name: &str) -> bool {
    fields.iter().any(|field| field.name == name)
}
