//! Whether a reader of an enum accepts what another enum's writer writes.

use std::cmp::Reverse;

use super::help::{NO_NUMBER, NO_TAG, OTHER_KIND, UNKNOWN_NUMBER, UNKNOWN_VARIANT};
use super::record::{Entries, takes};
use super::seen::{Seen, of_form};
use super::{At, Extent, Found, Judge, Rule};
use crate::protocol::{EnumForm, Enumeration, Enumerator, Protocol, Style, Type};
use godot_var_schema::variant::model::Id;

fn form_name(form: &EnumForm) -> String {
    match form {
        EnumForm::Names => "a name".to_owned(),
        EnumForm::Numbers => "a number".to_owned(),
        EnumForm::External => "its name before its content".to_owned(),
        EnumForm::Internal { tag } => format!("the tag {tag:?}"),
        EnumForm::Adjacent { tag, content } => format!("the tag {tag:?} next to {content:?}"),
        EnumForm::Untagged => "only its content".to_owned(),
        EnumForm::Ids => "an id before its fields".to_owned(),
    }
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
                let at = self.log.both(at, "::", namesake, member);
                let is_number =
                    matches!(namesake.id, Id::Int(_)) && matches!(member.id, Id::Int(_));
                let why = match (extent, is_number) {
                    (Extent::Misread, false) => UNKNOWN_VARIANT,
                    (Extent::Misread, true) => UNKNOWN_NUMBER,
                    (_, true) => NO_NUMBER,
                    (_, false) => NO_TAG,
                };
                let ids = (&namesake.id, &member.id);
                self.log.changed(Rule::IdChanged, &at, "the id of ", ids, extent, why);
            } else if extent == Extent::All {
                self.log.unknown_variant(&at.written("::", member), extent, NO_TAG);
            }
            return;
        };
        let both = self.log.both(at, "::", known, member);
        if known.name == member.name {
            self.content(&reader.form, known, member, &both);
            return;
        }
        let found = self.trial(|judge| judge.content(&reader.form, known, member, &both));
        let is_renamed =
            namesake.is_none() && writer.members.iter().all(|other| other.name != known.name);
        self.log.reused_id(&both, (&at.subject, &member.id), (known, member), found, is_renamed);
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
        let read = Self::value_of(self.reader, reader);
        let written = Self::value_of(self.writer, writer);
        let is_unit = |member: &Enumerator| member.style == Style::Unit;
        match (is_unit(reader), is_unit(writer)) {
            (false, false) => {}
            (true, true) => return,
            _ if *form == EnumForm::Untagged => {
                if read.is_none() || written.is_none() {
                    self.report_content(at, Extent::All, OTHER_KIND);
                    return;
                }
            }
            // A reader skips content for a variant without data.
            (true, false) if matches!(form, EnumForm::Adjacent { .. }) => return,
            _ => {
                self.report_content(at, Extent::All, "only one of them has content");
                return;
            }
        }
        if let (Some(read), Some(written)) = (&read, &written) {
            self.values(read, written, at);
            return;
        }
        let read = read.map_or(Some(&reader.record), |value| value.record());
        let written = written.map_or(Some(&writer.record), |value| value.record());
        if let (Some(read), Some(written)) = (read, written) {
            self.records(read, written, at);
        } else {
            let why = "the type of its content on the wire is different";
            self.report_content(at, Extent::All, why);
        }
    }

    /// The content of a variant as one value, unless it is a record.
    fn value_of(protocol: &'p Protocol, member: &'p Enumerator) -> Option<Seen<'p>> {
        match (member.style, &member.record.fields[..]) {
            (Style::Unit, _) => Some(Seen::of(protocol, &Type::UNIT)),
            (Style::Newtype, [field]) => Some(Seen::of_field(protocol, field)),
            _ => None,
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
                let both = self.log.both(at, "::", known, member);
                let form = &reader.form;
                let found = self.trial(|judge| judge.content(form, known, member, &both));
                trials.push((known, found));
            }
            let namesake = trials.iter().find(|(known, _)| known.name == member.name);
            let first = trials.iter().find(|(_, found)| found.is_none());
            match (first, namesake) {
                (Some((first, _)), Some(&(namesake, _))) if first.name != namesake.name => {
                    let both = self.log.both(at, "::", namesake, member);
                    let message =
                        format!("the content of `{}` now fits another variant", both.subject);
                    let why = format!("it is read as `{}`, which comes first", first.name);
                    self.log.report(Rule::OrderChanged, &both, message, Extent::Misread, why);
                }
                (Some(_), _) => {}
                (None, Some(&(namesake, _))) => {
                    let both = self.log.both(at, "::", namesake, member);
                    self.content(&reader.form, namesake, member, &both);
                }
                (None, None) => {
                    self.log.unknown_variant(&at.written("::", member), Extent::All, NO_TAG);
                }
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
                let pair = (index, writer.identity());
                self.once(pair, at, |judge| judge.fits_one(reader, enumeration, writer, at));
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
        let mut all = Vec::new();
        for member in &enumeration.members {
            let found = match (Self::value_of(reader.protocol, member), writer.record()) {
                (Some(read), _) => self.trial(|judge| judge.values(&read, writer, at)),
                (None, Some(written)) => {
                    self.trial(|judge| judge.records(&member.record, written, at))
                }
                (None, None) => {
                    let may = writer.written().contains(of_form(member.record.form));
                    let extent = if may { Extent::Some } else { Extent::All };
                    Some(Found::of(extent, "it fits no variant"))
                }
            };
            let Some(found) = found else { return };
            all.push(found);
        }
        if let Some(best) = all.into_iter().min_by_key(|found| Reverse(found.extent)) {
            self.other_type(reader, writer, at, best.extent, &best.why);
        }
    }
}
