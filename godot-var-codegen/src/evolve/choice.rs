//! Whether a reader of an enum accepts what another enum's writer writes.

use super::help::{NO_NUMBER, UNKNOWN_NUMBER};
use super::record::Entries;
use super::seen::Seen;
use super::{At, Extent, Judge, Rule, Who};
use crate::protocol::{EnumForm, Enumeration, Enumerator, Form, Protocol, Style, Type};
use godot_var_schema::variant::model::Id;

fn form_name(form: &EnumForm) -> String {
    match form {
        EnumForm::Names => "a name".to_owned(),
        EnumForm::Numbers => "a number".to_owned(),
        EnumForm::External => "its name before its content".to_owned(),
        EnumForm::Internal { tag } => format!("the tag {tag:?}"),
        EnumForm::Adjacent { tag, content } => format!("the tag {tag:?} beside {content:?}"),
        EnumForm::Untagged => "its content alone".to_owned(),
        EnumForm::Ids => "an id before its fields".to_owned(),
    }
}

pub(super) fn takes(member: &Enumerator, id: &Id) -> bool {
    member.id == *id
        || matches!(id, Id::Text(text) if member.aliases.iter().any(|alias| alias == text))
}

impl<'p> Judge<'p> {
    pub(super) fn choices(&mut self, reader: &'p Enumeration, writer: &'p Enumeration, at: &At) {
        let by_name = |form: &EnumForm| matches!(form, EnumForm::Names | EnumForm::External);
        if reader.form == EnumForm::Untagged {
            if writer.form == EnumForm::Untagged {
                self.untagged(reader, writer, at);
                return;
            }
        } else if reader.form == writer.form || by_name(&reader.form) && by_name(&writer.form) {
            for member in &writer.members {
                self.member(reader, writer, member, at);
            }
            return;
        }
        let (old, new) = self.log.in_time(&reader.form, &writer.form);
        let message = format!(
            "variants of `{}` were distinguished by {}, are now distinguished by {}",
            at.subject,
            form_name(old),
            form_name(new)
        );
        let why = "variants are distinguished in a different way";
        self.log.report(Rule::FormChanged, at, message, Extent::All, why);
    }

    fn at_member(&self, reader: &Enumerator, writer: &Enumerator, at: &At) -> At {
        let (_, new) = self.log.in_time(reader, writer);
        at.both(&format!("::{}", new.name), &reader.place, &writer.place)
    }

    /// A variant that the reader does not have.
    fn unknown_member(&mut self, member: &Enumerator, at: &At, extent: Extent) {
        let at = at.written(&format!("::{}", member.name), &member.place);
        let (rule, extent, what) = match self.log.who {
            Who::OldReader => (Rule::VariantAdded, Extent::New, "is new"),
            Who::OldWriter => (Rule::VariantRemoved, extent, "was removed"),
        };
        let message = format!("`{}` {what}", at.subject);
        self.log.report(rule, &at, message, extent, "no variant has this tag");
    }

    /// One variant that is written.
    fn member(
        &mut self,
        reader: &'p Enumeration,
        writer: &'p Enumeration,
        member: &'p Enumerator,
        at: &At,
    ) {
        let namesake = reader.members.iter().find(|known| known.name == member.name);
        let Some(known) = reader.members.iter().find(|known| takes(known, &member.id)) else {
            // A content is no name, and names alone may be unknown.
            let is_name = reader.form != EnumForm::Names || member.style == Style::Unit;
            let extent =
                if reader.other.is_some() && is_name { Extent::Misread } else { Extent::All };
            if let Some(namesake) = namesake {
                let at = self.at_member(namesake, member, at);
                let (old, new) = self.log.in_time(&namesake.id, &member.id);
                let message = format!("the id of `{}` changed from {old} to {new}", at.subject);
                let is_number =
                    matches!(namesake.id, Id::Int(_)) && matches!(member.id, Id::Int(_));
                let why = match (extent, is_number) {
                    (Extent::Misread, false) => "it is read as an unknown variant",
                    (Extent::Misread, true) => UNKNOWN_NUMBER,
                    (_, true) => NO_NUMBER,
                    (_, false) => "no variant has this tag",
                };
                self.log.report(Rule::IdChanged, &at, message, extent, why);
            } else if extent == Extent::All {
                self.unknown_member(member, at, extent);
            }
            return;
        };
        let both = self.at_member(known, member, at);
        if known.name == member.name {
            self.content(&reader.form, known, member, &both);
            return;
        }
        let found = self.trial(|judge| judge.content(&reader.form, known, member, &both));
        let moved =
            namesake.is_some() || writer.members.iter().any(|other| other.name == known.name);
        let (extent, why) = match found {
            // A new name for the same message.
            None if !moved => return,
            None => (Extent::Misread, format!("it is read as `{}`", known.name)),
            Some(found) => (found.extent, found.why),
        };
        let (old, new) = self.log.in_time(known, member);
        let message = format!(
            "the id {} of `{}` meant `{}` and now means `{}`",
            member.id, at.subject, old.name, new.name
        );
        self.log.report(Rule::IdReused, &both, message, extent, why);
    }

    /// The content after or beside the name, number or id of a variant.
    fn content(
        &mut self,
        form: &EnumForm,
        reader: &'p Enumerator,
        writer: &'p Enumerator,
        at: &At,
    ) {
        match form {
            EnumForm::Names | EnumForm::Numbers if writer.style == Style::Unit => {}
            EnumForm::Ids => {
                self.elements(&reader.record.fields, &writer.record.fields, at);
            }
            EnumForm::Internal { .. } => {
                let read = Self::beside_tag(self.reader, reader);
                let written = Self::beside_tag(self.writer, writer);
                if let (Some((read, deny)), Some((written, _))) = (read, written) {
                    self.pairs(&read, &written, deny, at);
                } else {
                    self.report_content(at, Extent::Some, "its content is not a plain struct");
                }
            }
            _ => self.after_name(form, reader, writer, at),
        }
    }

    /// The pairs beside a tag, and whether unknown keys are denied.
    pub(super) fn beside_tag(
        protocol: &'p Protocol,
        member: &'p Enumerator,
    ) -> Option<(Entries<'p>, bool)> {
        let record = match (member.style, &member.record.fields[..]) {
            (Style::Newtype, [field]) => match Seen::of_field(protocol, field).record() {
                Some(record) => record,
                None => {
                    let entries = Entries::of_flattened(protocol, &field.ty);
                    let is_known = !entries.choices.is_empty() || entries.rest.is_some();
                    return is_known.then_some((entries, false));
                }
            },
            _ => &member.record,
        };
        Some((Entries::of(protocol, &record.fields), record.deny_unknown))
    }

    fn after_name(
        &mut self,
        form: &EnumForm,
        reader: &'p Enumerator,
        writer: &'p Enumerator,
        at: &At,
    ) {
        let (ours, theirs) = (self.reader, self.writer);
        let own = |member: &'p Enumerator| match (member.style, &member.record.fields[..]) {
            (Style::Newtype, [field]) => Some(field),
            _ => None,
        };
        match (reader.style, writer.style) {
            (Style::Unit, Style::Unit) => {}
            (Style::Unit, _) | (_, Style::Unit) if *form == EnumForm::Untagged => {
                let content = |protocol, member: &'p Enumerator| match own(member) {
                    Some(field) => Some(Seen::of_field(protocol, field)),
                    None => (member.style == Style::Unit).then(|| Seen::of(protocol, &Type::UNIT)),
                };
                match (content(ours, reader), content(theirs, writer)) {
                    (Some(read), Some(written)) => self.values(&read, &written, at),
                    _ => {
                        self.report_content(at, Extent::All, "its type on the wire is different");
                    }
                }
            }
            // A reader skips content for a variant without data.
            (Style::Unit, _) if matches!(form, EnumForm::Adjacent { .. }) => {}
            (Style::Unit, _) | (_, Style::Unit) => {
                self.report_content(at, Extent::All, "only one of them has content");
            }
            _ => match (own(reader), own(writer)) {
                (Some(read), Some(written)) => {
                    let read = Seen::of_field(ours, read);
                    let written = Seen::of_field(theirs, written);
                    self.values(&read, &written, at);
                }
                (None, None) => self.records(&reader.record, &writer.record, at),
                (read, written) => {
                    let record = |protocol,
                                  field: Option<&'p crate::protocol::Field>,
                                  member: &'p Enumerator| {
                        match field {
                            Some(field) => Seen::of_field(protocol, field).record(),
                            None => Some(&member.record),
                        }
                    };
                    match (record(ours, read, reader), record(theirs, written, writer)) {
                        (Some(read), Some(written)) => self.records(read, written, at),
                        _ => {
                            let why = "the type of its content on the wire is different";
                            self.report_content(at, Extent::All, why);
                        }
                    }
                }
            },
        }
    }

    fn report_content(&mut self, at: &At, extent: Extent, why: &str) {
        let message = format!("the content of `{}` changed", at.subject);
        self.log.report(Rule::TypeChanged, at, message, extent, why);
    }

    /// Variants that are distinguished only by their content.
    fn untagged(&mut self, reader: &'p Enumeration, writer: &'p Enumeration, at: &At) {
        for member in &writer.members {
            let mut trials = Vec::new();
            for known in &reader.members {
                let both = self.at_member(known, member, at);
                let form = &reader.form;
                let found = self.trial(|judge| judge.content(form, known, member, &both));
                trials.push((known, found));
            }
            let namesake = trials.iter().find(|(known, _)| known.name == member.name);
            let first = trials.iter().find(|(_, found)| found.is_none());
            match (first, namesake) {
                (Some((first, _)), Some((namesake, _))) if first.name != namesake.name => {
                    let both = self.at_member(namesake, member, at);
                    let message =
                        format!("the content of `{}` now fits another variant", both.subject);
                    let why = format!("it is read as `{}`, which comes first", first.name);
                    self.log.report(Rule::OrderChanged, &both, message, Extent::Misread, why);
                }
                (Some(_), _) => {}
                (None, Some((namesake, _))) => {
                    let both = self.at_member(namesake, member, at);
                    self.content(&reader.form, namesake, member, &both);
                }
                (None, None) => self.unknown_member(member, at, Extent::All),
            }
        }
    }

    /// Whether the reader is an untagged enum. If so, its variants are tried and the result is reported. The same is done for a reader of
    /// names or numbers, which are texts and ints.
    pub(super) fn fits_a_choice(
        &mut self,
        reader: &Seen<'p>,
        enumeration: &'p Enumeration,
        writer: &Seen<'p>,
        at: &At,
    ) -> bool {
        if enumeration.form != EnumForm::Untagged {
            return false;
        }
        match reader.ty {
            Type::Message(index) if self.trial => {
                self.once_in_place(index, writer, at, |judge| {
                    judge.fits_one(reader, enumeration, writer, at);
                });
            }
            _ => self.fits_one(reader, enumeration, writer, at),
        }
        true
    }

    fn fits_one(
        &mut self,
        reader: &Seen<'p>,
        enumeration: &'p Enumeration,
        writer: &Seen<'p>,
        at: &At,
    ) {
        let mut best: Option<super::Break> = None;
        for member in &enumeration.members {
            let found = match (member.style, &member.record.fields[..]) {
                (Style::Unit, _) => {
                    let nil = Seen::of(reader.protocol, &Type::UNIT);
                    self.trial(|judge| judge.values(&nil, writer, at))
                }
                (Style::Newtype, [field]) => {
                    let read = Seen::of_field(reader.protocol, field);
                    self.trial(|judge| judge.values(&read, writer, at))
                }
                _ => match (writer.record(), member.record.form) {
                    (Some(written), _) => {
                        self.trial(|judge| judge.records(&member.record, written, at))
                    }
                    (None, Form::Dictionary | Form::Array) => {
                        let kind = super::seen::of_form(member.record.form);
                        let may = writer.written().contains(kind);
                        Some(super::Break {
                            who: self.log.who,
                            extent: if may { Extent::Some } else { Extent::All },
                            why: "it fits no variant".to_owned(),
                        })
                    }
                },
            };
            match found {
                None => return,
                Some(found) => {
                    if best.as_ref().is_none_or(|best| best.extent < found.extent) {
                        best = Some(found);
                    }
                }
            }
        }
        if let Some(best) = best {
            self.other_type(reader, writer, at, best.extent, &best.why);
        }
    }
}
