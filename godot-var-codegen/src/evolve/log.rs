//! The problems of one direction: what is compared, and what becomes of values that do not arrive.

use std::fmt;

use super::source::finding;
use super::{Break, Extent, Finding, Level, Rule, Who};
use crate::protocol::{self, Place};

/// What is compared: its name, and its places on the reader's and the writer's side.
#[derive(Clone, Debug)]
pub(super) struct At {
    pub(super) subject: String,
    pub(super) reader: Option<Place>,
    pub(super) writer: Option<Place>,
}

impl At {
    pub(super) fn part(&self, part: &str) -> Self {
        Self { subject: format!("{}{part}", self.subject), ..self.clone() }
    }

    /// A part that only the reader has. `before_name` is "." or "::".
    pub(super) fn read(&self, before_name: &str, part: &impl Named) -> Self {
        let at = self.part(&format!("{before_name}{}", part.rust_name()));
        Self { reader: Some(part.place().clone()), writer: None, ..at }
    }

    /// A part that only the writer has.
    pub(super) fn written(&self, before_name: &str, part: &impl Named) -> Self {
        let at = self.part(&format!("{before_name}{}", part.rust_name()));
        Self { reader: None, writer: Some(part.place().clone()), ..at }
    }
}

/// A part of a schema with a name.
pub(super) trait Named {
    fn rust_name(&self) -> &str;
    fn place(&self) -> &Place;
}

macro_rules! named_parts {
    ($($ty:ty: $name:ident;)*) => {$(
        impl Named for $ty {
            fn rust_name(&self) -> &str {
                &self.$name
            }

            fn place(&self) -> &Place {
                &self.place
            }
        }
    )*};
}

named_parts! {
    protocol::TypeDef: name;
    protocol::Field: name;
    protocol::Enumerator: name;
    protocol::Rpc: variant;
    crate::flat::Field: name;
    crate::flat::Member: name;
    crate::flat::Other: name;
}

/// What becomes of values that do not arrive.
#[derive(Clone, PartialEq)]
pub(super) struct Found {
    pub(super) extent: Extent,
    pub(super) why: String,
}

/// `None` if all values arrive.
pub(super) type Verdict = Option<Found>;

impl Found {
    pub(super) fn of(extent: Extent, why: impl Into<String>) -> Self {
        Self { extent, why: why.into() }
    }
}

/// Returns the worst of several.
pub(super) fn worst(found: impl IntoIterator<Item = Found>) -> Verdict {
    found.into_iter().min_by_key(|found| found.extent)
}

/// The problems of one direction.
pub(super) struct Log {
    pub(super) who: Who,
    /// Findings, each with one break.
    pub(super) problems: Vec<Finding>,
}

impl Log {
    pub(super) const fn of(who: Who) -> Self {
        Self { who, problems: Vec::new() }
    }

    /// Orders a fact of the reader and one of the writer as old and new, or the other way round.
    pub(super) fn in_time<T>(&self, reader: T, writer: T) -> (T, T) {
        if self.who == Who::OldReader { (reader, writer) } else { (writer, reader) }
    }

    /// The names and places of a part that both sides have.
    pub(super) fn both<T: Named>(&self, at: &At, before_name: &str, reader: &T, writer: &T) -> At {
        let (_, new) = self.in_time(reader, writer);
        let at = at.part(&format!("{before_name}{}", new.rust_name()));
        At { reader: Some(reader.place().clone()), writer: Some(writer.place().clone()), ..at }
    }

    /// Reports that a part, or `what` of it, is not the same on both sides.
    pub(super) fn changed<T: fmt::Display>(
        &mut self,
        rule: Rule,
        at: &At,
        what: &str,
        (reader, writer): (T, T),
        extent: Extent,
        why: impl Into<String>,
    ) {
        let (old, new) = self.in_time(reader, writer);
        let message = format!("{what}`{}` changed from {old} to {new}", at.subject);
        self.report(rule, at, message, extent, why);
    }

    /// Reports a smaller limit of a text or list.
    pub(super) fn shorter(&mut self, at: &At, most: usize, written: Option<usize>) {
        let text =
            |len: Option<usize>| len.map_or("unbounded".to_owned(), |len| format!("at most {len}"));
        let lengths = (text(Some(most)), text(written));
        let why = format!("more than {most}");
        self.changed(Rule::LengthChanged, at, "the length of ", lengths, Extent::New, why);
    }

    /// Reports what has changed for old readers, or for old writers.
    pub(super) fn presence(
        &mut self,
        at: &At,
        [read, written]: [&str; 2],
        extent: Extent,
        why: &str,
    ) {
        let change = if self.who == Who::OldReader { read } else { written };
        let message = format!("`{}` {change}", at.subject);
        self.report(Rule::PresenceChanged, at, message, extent, why);
    }

    /// Reports a variant that the reader does not have.
    pub(super) fn unknown_variant(&mut self, at: &At, extent: Extent, why: &str) {
        let (rule, extent, what) = match self.who {
            Who::OldReader => (Rule::VariantAdded, Extent::New, "is new"),
            Who::OldWriter => (Rule::VariantRemoved, extent, "was removed"),
        };
        let message = format!("`{}` {what}", at.subject);
        self.report(rule, at, message, extent, why);
    }

    /// Reports an id that means another variant, unless this one only has another name. `found` is what becomes of its content.
    pub(super) fn reused_id<T: Named>(
        &mut self,
        at: &At,
        (path, id): (&str, impl fmt::Display),
        (reader, writer): (&T, &T),
        found: Verdict,
        is_renamed: bool,
    ) {
        let (extent, why) = match found {
            None if is_renamed => return,
            None => (Extent::Misread, format!("it is read as `{}`", reader.rust_name())),
            Some(found) => (found.extent, found.why),
        };
        let (old, new) = self.in_time(reader, writer);
        let (old, new) = (old.rust_name(), new.rust_name());
        let message = format!("the id {id} of `{path}` meant `{old}` and now means `{new}`");
        self.report(Rule::IdReused, at, message, extent, why);
    }

    /// Reports a part that only one side has.
    pub(super) fn alone(
        &mut self,
        at: &At,
        (before, after): (&str, &str),
        extent: Extent,
        why: &str,
    ) {
        let is_new = at.writer.is_some() == (self.who == Who::OldReader);
        let (rule, change) =
            if is_new { (Rule::FieldAdded, "is new") } else { (Rule::FieldRemoved, "was removed") };
        let message = format!("{before}`{}` {change}{after}", at.subject);
        self.report(rule, at, message, extent, why);
    }

    pub(super) fn report(
        &mut self,
        rule: Rule,
        at: &At,
        message: impl Into<String>,
        extent: Extent,
        why: impl Into<String>,
    ) {
        // Old writers never wrote it, so no message of theirs is refused.
        let extent = match (extent, self.who) {
            (Extent::New, Who::OldWriter) => Extent::Some,
            (extent, _) => extent,
        };
        let (old, new) = self.in_time(at.reader.clone(), at.writer.clone());
        let places = (old.as_ref(), new.as_ref());
        let found = finding((Level::Wire, rule), &at.subject, places, message.into());
        let breaks = vec![Break { who: self.who, extent, why: why.into() }];
        self.problems.push(Finding { breaks, ..found });
    }

    /// Returns what was found, without the parts.
    pub(super) fn breaks(self) -> impl Iterator<Item = Break> {
        self.problems.into_iter().flat_map(|problem| problem.breaks)
    }

    /// Returns the worst problem of a trial.
    pub(super) fn worst(self) -> Verdict {
        worst(self.breaks().map(|found| Found::of(found.extent, found.why)))
    }
}
