//! What a change of flat messages means for code, and notes about it.

use super::align::{Step, align};
use super::record::names;
use super::value::name;
use super::{find, uses};
use crate::evolve::source::{default_words, finding, max_size};
use crate::evolve::{Finding, Level, Rule};
use crate::flat::{Body, Enumeration, Field, Schema, TypeDef};
use crate::protocol::Place;

/// `fingerprints` has those of all types of both sides.
pub(super) fn check(old: &Schema, new: &Schema, fingerprints: (&[u64], &[u64])) -> Vec<Finding> {
    let mut found = Source { old, new, fingerprints, findings: Vec::new() };
    for (index, def) in old.types.iter().enumerate() {
        if let Some(other) = find(new, &def.path()) {
            found.types(index, other);
        }
    }
    found.findings
}

struct Source<'s> {
    old: &'s Schema,
    new: &'s Schema,
    fingerprints: (&'s [u64], &'s [u64]),
    findings: Vec<Finding>,
}

impl Source<'_> {
    fn report(
        &mut self,
        rule: (Level, Rule),
        subject: &str,
        places: (Option<&Place>, Option<&Place>),
        message: String,
    ) {
        self.findings.push(finding(rule, subject, places, message));
    }

    fn types(&mut self, old: usize, new: usize) {
        let (before, after) = (&self.old.types[old], &self.new.types[new]);
        let path = before.path();
        let places = (Some(&before.place), Some(&after.place));
        let most = |def: &TypeDef| def.max_size.as_ref().map(|(size, _)| *size);
        if let Some((level, message)) = max_size(&path, most(before), most(after)) {
            self.report((level, Rule::MaxSizeChanged), &path, places, message);
        }
        match (&before.body, &after.body) {
            (Body::Record(before), Body::Record(after)) => {
                self.fields(&path, &before.fields, &after.fields);
            }
            (Body::Enumeration(before), Body::Enumeration(after)) => {
                self.enumerations(&path, before, after);
            }
            // A wire break.
            _ => {}
        }
        self.layout(old, new);
    }

    /// Reports a layout that changes in this type itself, not in a type that it contains.
    fn layout(&mut self, old: usize, new: usize) {
        let (was, is) = (self.fingerprints.0[old], self.fingerprints.1[new]);
        if was == is {
            return;
        }
        let (before, after) = (&self.old.types[old], &self.new.types[new]);
        let changed_inside = uses(before).into_iter().filter(|used| *used != old).any(|used| {
            let other = find(self.new, &self.old.types[used].path());
            other.is_some_and(|other| self.fingerprints.0[used] != self.fingerprints.1[other])
        });
        if !changed_inside {
            let path = before.path();
            let message = format!("the layout of `{path}` changed from {was:016x} to {is:016x}");
            let places = (Some(&before.place), Some(&after.place));
            self.report((Level::Note, Rule::LayoutChanged), &path, places, message);
        }
    }

    fn fields(&mut self, path: &str, old: &[Field], new: &[Field]) {
        for step in align(&names(old.iter()), &names(new.iter())) {
            match step {
                // The same fields in another order are a wire break.
                Step::Both { is_moved: true, .. } => {}
                Step::Both { read, written, .. } => {
                    let (before, after) = (&old[read], &new[written]);
                    let subject = format!("{path}.{}", before.name);
                    if before.name != after.name {
                        let message = format!("`{subject}` is now called `{path}.{}`", after.name);
                        let places = (Some(&before.place), Some(&after.place));
                        let rule = (Level::Source, Rule::FieldRenamed);
                        self.report(rule, &subject, places, message);
                    }
                    self.field(&format!("{path}.{}", after.name), before, after);
                }
                Step::Read(read) => {
                    let subject = format!("{path}.{}", old[read].name);
                    let message = format!("`{subject}` was removed");
                    let rule = (Level::Source, Rule::FieldRemoved);
                    self.report(rule, &subject, (Some(&old[read].place), None), message);
                }
                Step::Written(written) => {
                    let subject = format!("{path}.{}", new[written].name);
                    let message =
                        format!("`{subject}` is new: code that lists all fields must name it");
                    let places = (None, Some(&new[written].place));
                    self.report((Level::Source, Rule::FieldAdded), &subject, places, message);
                }
            }
        }
    }

    fn field(&mut self, subject: &str, before: &Field, after: &Field) {
        let places = (Some(&before.place), Some(&after.place));
        let (was, is) = (name(self.old, before), name(self.new, after));
        if was != is {
            let message = format!("`{subject}` changed from `{was}` to `{is}`");
            self.report((Level::Source, Rule::TypeChanged), subject, places, message);
        }
        let (was, is) = (default_text(self.old, before), default_text(self.new, after));
        if was != is {
            let message =
                format!("the value of `{subject}`, if it is missing, changed from {was} to {is}");
            self.report((Level::Note, Rule::DefaultChanged), subject, places, message);
        }
    }

    fn enumerations(&mut self, path: &str, old: &Enumeration, new: &Enumeration) {
        for before in &old.members {
            let subject = format!("{path}::{}", before.name);
            if let Some(after) = new.members.iter().find(|after| after.name == before.name) {
                self.fields(&subject, &before.record.fields, &after.record.fields);
                continue;
            }
            let renamed = new.members.iter().find(|after| {
                after.id == before.id && old.members.iter().all(|other| other.name != after.name)
            });
            let (rule, message, place) = match renamed {
                Some(after) => {
                    let message = format!(
                        "`{subject}` is now called `{path}::{}`; if it is a different variant, \
                         give it an id of its own",
                        after.name
                    );
                    (Rule::VariantRenamed, message, Some(&after.place))
                }
                None => (Rule::VariantRemoved, format!("`{subject}` was removed"), None),
            };
            self.report((Level::Source, rule), &subject, (Some(&before.place), place), message);
        }
        for after in &new.members {
            let is_known = old.members.iter().any(|before| {
                before.name == after.name
                    || before.id == after.id
                        && new.members.iter().all(|other| other.name != before.name)
            });
            if !is_known {
                let subject = format!("{path}::{}", after.name);
                let places = (None, Some(&after.place));
                self.variant_added(&subject, places);
            }
        }
        match (&old.other, &new.other) {
            (Some(before), None) => {
                let subject = format!("{path}::{}", before.name);
                let message = format!("`{subject}` was removed");
                let rule = (Level::Source, Rule::VariantRemoved);
                self.report(rule, &subject, (Some(&before.place), None), message);
            }
            (None, Some(after)) => {
                let subject = format!("{path}::{}", after.name);
                self.variant_added(&subject, (None, Some(&after.place)));
            }
            (Some(before), Some(after))
                if (before.number, before.rest) != (after.number, after.rest) =>
            {
                let subject = format!("{path}::{}", after.name);
                let message = format!("the form of the fields of `{subject}` changed");
                let places = (Some(&before.place), Some(&after.place));
                self.report((Level::Source, Rule::FormChanged), &subject, places, message);
            }
            _ => {}
        }
    }

    fn variant_added(&mut self, subject: &str, places: (Option<&Place>, Option<&Place>)) {
        let message = format!("`{subject}` is new: code that matches all variants must handle it");
        self.report((Level::Source, Rule::VariantAdded), subject, places, message);
    }
}

fn default_text(schema: &Schema, field: &Field) -> String {
    default_words(&field.default, &|index| schema.types[index].path())
}
