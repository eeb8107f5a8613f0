//! Whether a reader of an enum gets what another enum's writer writes.

use godot_var_runtime::flat::Prefix;

use super::value::OTHER_SIZE;
use super::{At, Extent, Judge, Rule};
use crate::evolve::help::{NO_NUMBER, UNKNOWN_VARIANT};
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
                Prefix::Varint => "`varint`".to_owned(),
                Prefix::Number(number) => format!("`{}`", number.name()),
            };
            let names = (name(read.number), name(written.number));
            let what = "the number before the variants of ";
            self.log.changed(Rule::FormChanged, at, what, names, self.extent(), OTHER_SIZE);
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
                let at = self.log.both(at, "::", namesake, member);
                let (extent, why) = match unread {
                    Some(why) => (Extent::All, why),
                    None => (Extent::Misread, UNKNOWN_VARIANT),
                };
                let ids = (namesake.id, member.id);
                self.log.changed(Rule::IdChanged, &at, "the id of ", ids, extent, why);
            } else if let Some(why) = unread {
                self.log.unknown_variant(&at.written("::", member), Extent::All, why);
            }
            return;
        };
        let both = self.log.both(at, "::", known, member);
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
        let is_renamed = namesake.is_none() && named(writer, &known.name).is_none();
        self.log.reused_id(&both, (&at.subject, member.id), (known, member), found, is_renamed);
    }

    /// Why a reader that does not know a variant refuses it. With `other` it may read it.
    fn unread(
        &self,
        def: &TypeDef,
        reader: &Enumeration,
        written: &Record,
    ) -> Option<&'static str> {
        if reader.other.is_none() {
            return Some(NO_NUMBER);
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
        match &reader.other {
            None => {
                let why = "no variant has these numbers";
                self.log.unknown_variant(&at.written("::", other), Extent::All, why);
            }
            Some(known) => {
                let is_ignored = def.trailing && self.is_whole;
                let (extent, why) = if other.rest && !reader.other_takes_rest() && !is_ignored {
                    (Extent::Some, "the rest of a message, which it does not keep")
                } else if known.number {
                    return;
                } else {
                    (Extent::Misread, "the number of an unknown variant, which it does not keep")
                };
                let at = self.log.both(at, "::", known, other);
                let message = format!("the content of `{}` changed", at.subject);
                self.log.report(Rule::TypeChanged, &at, message, extent, why);
            }
        }
    }
}
