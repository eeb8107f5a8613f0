//! Whether a reader of an enum gets what another enum's writer writes.

use godot_var_runtime::flat::Prefix;

use super::{At, Extent, Judge, Rule, Who};
use crate::flat::{Body, Enumeration, Member, Record, TypeDef};

impl<'s> Judge<'s> {
    pub(super) fn choices(&mut self, reader: &'s TypeDef, writer: &'s TypeDef, at: &At) {
        let (Body::Enumeration(read), Body::Enumeration(written)) = (&reader.body, &writer.body)
        else {
            return;
        };
        // Numbers below 128 are one byte in both.
        let is_short = |prefix: Prefix| match prefix {
            Prefix::Varint => true,
            Prefix::Number(number) => number.bytes() == 1,
        };
        let are_same = read.number == written.number
            || is_short(read.number)
                && is_short(written.number)
                && written.members.iter().all(|member| member.id < 128)
                && written.other.as_ref().is_none_or(|other| !other.number);
        if !are_same {
            let name = |prefix: Prefix| match prefix {
                Prefix::Varint => "varint",
                Prefix::Number(number) => number.name(),
            };
            let (old, new) = self.log.in_time(name(read.number), name(written.number));
            let message = format!(
                "the number before the variants of `{}` changed from `{old}` to `{new}`",
                at.subject
            );
            let why = "it takes another number of bytes";
            self.log.report(Rule::FormChanged, at, message, self.extent(), why);
            return;
        }
        for member in &written.members {
            self.member(reader, read, written, member, at);
        }
        self.other_numbers(reader, read, written, at);
    }

    /// One variant that is written.
    fn member(
        &mut self,
        def: &'s TypeDef,
        reader: &'s Enumeration,
        writer: &'s Enumeration,
        member: &'s Member,
        at: &At,
    ) {
        let named = |enumeration: &'s Enumeration, name: &str| {
            enumeration.members.iter().find(|member| member.name == name)
        };
        let namesake = named(reader, &member.name);
        let Some(known) = reader.members.iter().find(|known| known.id == member.id) else {
            let unread = self.unread(def, reader, &member.record);
            if let Some(namesake) = namesake {
                let at = self.at_member(namesake, member, at);
                let (old, new) = self.log.in_time(namesake.id, member.id);
                let message = format!("the id of `{}` changed from {old} to {new}", at.subject);
                let (extent, why) = match unread {
                    Some(why) => (Extent::All, why),
                    None => (Extent::Misread, "it is read as an unknown variant"),
                };
                self.log.report(Rule::IdChanged, &at, message, extent, why);
            } else if let Some(why) = unread {
                let at = at.written(&format!("::{}", member.name), &member.place);
                self.unknown(&at, Extent::All, why);
            }
            return;
        };
        let both = self.at_member(known, member, at);
        self.is_apart = self.is_whole && self.members_are_apart(def, known, member);
        if known.name == member.name {
            self.records(&known.record, &member.record, def.trailing, &both);
            return;
        }
        let (trailing, is_whole, is_apart) = (def.trailing, self.is_whole, self.is_apart);
        let found = self.trial(|judge| {
            (judge.is_whole, judge.is_apart) = (is_whole, is_apart);
            judge.records(&known.record, &member.record, trailing, &both);
        });
        let moved = namesake.is_some() || named(writer, &known.name).is_some();
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

    /// Why a reader that does not know a variant refuses it. With `other` it may read it.
    fn unread(
        &self,
        def: &TypeDef,
        reader: &Enumeration,
        written: &Record,
    ) -> Option<&'static str> {
        if reader.other.is_none() {
            return Some("no variant has this number");
        }
        let has_fields = self.written_sizes.record(written).max > 0;
        match (reader.other_takes_rest(), self.is_whole) {
            (true, false) => Some("inside another value, an unknown variant has no end"),
            (false, false) if has_fields => {
                Some("inside another value, an unknown variant has no end")
            }
            (false, true) if has_fields && !def.trailing => {
                Some("the variant with `other` does not keep fields")
            }
            _ => None,
        }
    }

    /// Numbers of a variant with `other` are written as they were read.
    fn other_numbers(
        &mut self,
        def: &TypeDef,
        reader: &Enumeration,
        writer: &Enumeration,
        at: &At,
    ) {
        let Some(other) = writer.other.as_ref().filter(|other| other.number) else { return };
        let at_other = at.written(&format!("::{}", other.name), &other.place);
        match &reader.other {
            None => self.unknown(&at_other, Extent::All, "no variant has these numbers"),
            Some(known) => {
                let is_ignored = def.trailing && self.is_whole;
                let (extent, why) = if other.rest && !reader.other_takes_rest() && !is_ignored {
                    (Extent::Some, "the rest of a message, which it does not keep")
                } else if known.number {
                    return;
                } else {
                    (Extent::Misread, "the number of an unknown variant, which it does not keep")
                };
                let at = at.both(&format!("::{}", other.name), &known.place, &other.place);
                let message = format!("the content of `{}` changed", at.subject);
                self.log.report(Rule::TypeChanged, &at, message, extent, why);
            }
        }
    }

    fn at_member(&self, reader: &Member, writer: &Member, at: &At) -> At {
        let (_, new) = self.log.in_time(reader, writer);
        at.both(&format!("::{}", new.name), &reader.place, &writer.place)
    }

    /// A variant that the reader does not have.
    fn unknown(&mut self, at: &At, extent: Extent, why: &str) {
        let (rule, extent, what) = match self.log.who {
            Who::OldReader => (Rule::VariantAdded, Extent::New, "is new"),
            Who::OldWriter => (Rule::VariantRemoved, extent, "was removed"),
        };
        let message = format!("`{}` {what}", at.subject);
        self.log.report(rule, at, message, extent, why);
    }
}
