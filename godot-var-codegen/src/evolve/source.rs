//! What a change of a schema means for code, and notes about it.

use std::collections::BTreeMap;

use super::{Finding, Level, Rule, multiplayer, paths};
use crate::protocol::text;
use crate::protocol::{
    Body, Enumeration, Enumerator, Field, FieldDefault, Place, Protocol, Record, Type, TypeDef,
};

/// `fingerprints` has those of all types of both sides.
pub(super) fn check(
    old: &Protocol,
    new: &Protocol,
    fingerprints: (&[u64], &[u64]),
) -> Vec<Finding> {
    let mut found = Source { old, new, fingerprints, paths: paths(new), findings: Vec::new() };
    for (index, def) in old.types.iter().enumerate() {
        if let Some(&other) = found.paths.get(&def.path()) {
            found.types(index, other);
        }
    }
    found.sets();
    found.findings
}

/// A finding that breaks no message, about the places in the old and the new schema.
pub(super) fn finding(
    (level, rule): (Level, Rule),
    subject: &str,
    (old, new): (Option<&Place>, Option<&Place>),
    message: String,
) -> Finding {
    Finding {
        level,
        rule,
        subject: subject.to_owned(),
        message,
        is_flat: false,
        breaks: Vec::new(),
        old: old.cloned(),
        new: new.cloned(),
    }
}

struct Source<'p> {
    old: &'p Protocol,
    new: &'p Protocol,
    fingerprints: (&'p [u64], &'p [u64]),
    /// The new types by their paths.
    paths: BTreeMap<String, usize>,
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
        self.gdscript(
            (&path, Rule::TypeRenamed),
            before.gdscript.as_ref(),
            after.gdscript.as_ref(),
            places,
        );
        match (&before.body, &after.body) {
            (Body::Record(before), Body::Record(after)) => self.records(&path, before, after),
            (Body::Transparent(before), Body::Transparent(after)) => {
                self.fields(&path, std::slice::from_ref(before), std::slice::from_ref(after));
            }
            (Body::Enumeration(before), Body::Enumeration(after)) => {
                self.enumerations(&path, before, after);
            }
            (Body::Unit, Body::Unit) => {}
            _ => {
                let message = format!("`{path}` has a different kind of body");
                self.report((Level::Source, Rule::FormChanged), &path, places, message);
            }
        }
        self.layout(old, new);
    }

    /// Checks the arguments of methods and the properties of synchronizers.
    fn sets(&mut self) {
        for (path, method, after) in multiplayer::methods(self.old, self.new) {
            let subject = format!("{path}::{}", after.variant);
            self.fields(&subject, &method.arguments, &after.arguments);
        }
        for (path, before, after) in multiplayer::properties(self.old, self.new) {
            let (before, after) = (&before.field, &after.field);
            self.fields(&path, std::slice::from_ref(before), std::slice::from_ref(after));
        }
    }

    /// Reports a layout that changes in this type itself, not in a type that it contains.
    fn layout(&mut self, old: usize, new: usize) {
        let (was, is) = (self.fingerprints.0[old], self.fingerprints.1[new]);
        if was == is {
            return;
        }
        let (before, after) = (&self.old.types[old], &self.new.types[new]);
        let mut inside = Vec::new();
        for field in before.fields() {
            field.ty.messages(&mut |used| inside.push(used));
        }
        let changed_inside = inside.into_iter().filter(|used| *used != old).any(|used| {
            let other = self.paths.get(&self.old.types[used].path());
            other.is_some_and(|other| self.fingerprints.0[used] != self.fingerprints.1[*other])
        });
        if !changed_inside {
            let path = before.path();
            let message = format!("the layout of `{path}` changed from {was:016x} to {is:016x}");
            let places = (Some(&before.place), Some(&after.place));
            self.report((Level::Note, Rule::LayoutChanged), &path, places, message);
        }
    }

    fn gdscript(
        &mut self,
        (subject, rule): (&str, Rule),
        old: Option<&(String, Place)>,
        new: Option<&(String, Place)>,
        places: (Option<&Place>, Option<&Place>),
    ) {
        let name = |given: Option<&(String, Place)>| {
            given.map_or("the Rust name".to_owned(), |(name, _)| format!("`{name}`"))
        };
        if name(old) != name(new) {
            let (old, new) = (name(old), name(new));
            let message = format!("the GDScript name of `{subject}` changed from {old} to {new}");
            self.report((Level::Source, rule), subject, places, message);
        }
    }

    fn records(&mut self, path: &str, old: &Record, new: &Record) {
        self.fields(path, &old.fields, &new.fields);
    }

    fn fields(&mut self, path: &str, old: &[Field], new: &[Field]) {
        for before in old {
            let subject = format!("{path}.{}", before.name);
            if let Some(after) = new.iter().find(|after| after.name == before.name) {
                self.field(&subject, before, after);
                continue;
            }
            let same_key = |after: &&Field| {
                after.key == before.key && old.iter().all(|other| other.name != after.name)
            };
            let (rule, message, place) = match new.iter().find(same_key) {
                Some(after) => {
                    let message = format!("`{subject}` is now called `{path}.{}`", after.name);
                    (Rule::FieldRenamed, message, Some(&after.place))
                }
                None => (Rule::FieldRemoved, format!("`{subject}` was removed"), None),
            };
            self.report((Level::Source, rule), &subject, (Some(&before.place), place), message);
        }
        for after in new {
            let known = old.iter().any(|before| before.name == after.name);
            let renamed = old.iter().any(|before| {
                before.key == after.key && new.iter().all(|other| other.name != before.name)
            });
            if !known && !renamed {
                let subject = format!("{path}.{}", after.name);
                let message =
                    format!("`{subject}` is new: code that lists all fields must name it");
                let places = (None, Some(&after.place));
                self.report((Level::Source, Rule::FieldAdded), &subject, places, message);
            }
        }
    }

    fn field(&mut self, subject: &str, before: &Field, after: &Field) {
        let places = (Some(&before.place), Some(&after.place));
        let text =
            |protocol, field: &Field| text::short_type_text(protocol, &field.ty, field.marks.time);
        let (was, is) = (text(self.old, before), text(self.new, after));
        if was != is {
            let message = format!("`{subject}` changed from `{was}` to `{is}`");
            self.report((Level::Source, Rule::TypeChanged), subject, places, message);
        }
        for (was, is, what) in
            [(before.encoded, after.encoded, "written"), (before.decoded, after.decoded, "read")]
        {
            if was != is {
                let now = if is { format!("now {what}") } else { format!("no longer {what}") };
                let message = format!("`{subject}` is {now}");
                self.report((Level::Note, Rule::PresenceChanged), subject, places, message);
            }
        }
        let (was, is) = (default_text(self.old, before), default_text(self.new, after));
        if was != is {
            let message =
                format!("the value of `{subject}`, if it is missing, changed from {was} to {is}");
            self.report((Level::Note, Rule::DefaultChanged), subject, places, message);
        }
        self.gdscript(
            (subject, Rule::FieldRenamed),
            before.gdscript.as_ref(),
            after.gdscript.as_ref(),
            places,
        );
    }

    fn enumerations(&mut self, path: &str, old: &Enumeration, new: &Enumeration) {
        let all = |enumeration: &Enumeration| -> Vec<Enumerator> {
            enumeration.members.iter().chain(&enumeration.other).cloned().collect()
        };
        let (old, new) = (all(old), all(new));
        for before in &old {
            let subject = format!("{path}::{}", before.name);
            if let Some(after) = new.iter().find(|after| after.name == before.name) {
                let places = (Some(&before.place), Some(&after.place));
                self.gdscript(
                    (&subject, Rule::VariantRenamed),
                    before.gdscript.as_ref(),
                    after.gdscript.as_ref(),
                    places,
                );
                if before.style != after.style {
                    let message = format!("the form of the fields of `{subject}` changed");
                    self.report((Level::Source, Rule::FormChanged), &subject, places, message);
                }
                self.records(&subject, &before.record, &after.record);
                continue;
            }
            let same_id = |after: &&Enumerator| {
                after.id == before.id && old.iter().all(|other| other.name != after.name)
            };
            let (rule, message, place) = match new.iter().find(same_id) {
                Some(after) => {
                    let message = format!(
                        "`{subject}` is now called `{path}::{}`; if it is a different variant, \
                         give it an id or name of its own",
                        after.name
                    );
                    (Rule::VariantRenamed, message, Some(&after.place))
                }
                None => (Rule::VariantRemoved, format!("`{subject}` was removed"), None),
            };
            self.report((Level::Source, rule), &subject, (Some(&before.place), place), message);
        }
        for after in &new {
            let known = old.iter().any(|before| before.name == after.name);
            let renamed = old.iter().any(|before| {
                before.id == after.id && new.iter().all(|other| other.name != before.name)
            });
            if !known && !renamed {
                let subject = format!("{path}::{}", after.name);
                let message =
                    format!("`{subject}` is new: code that matches all variants must handle it");
                let places = (None, Some(&after.place));
                self.report((Level::Source, Rule::VariantAdded), &subject, places, message);
            }
        }
    }
}

/// Says that the maximum size of a message changed.
pub(super) fn max_size(
    path: &str,
    old: Option<usize>,
    new: Option<usize>,
) -> Option<(Level, String)> {
    if old == new {
        return None;
    }
    let text =
        |size: Option<usize>| size.map_or("unbounded".to_owned(), |size| format!("{size} bytes"));
    let tightened = match (old, new) {
        (Some(old), Some(new)) => new < old,
        (old, _) => old.is_none(),
    };
    let (level, what) = if tightened {
        (Level::Source, "the build fails if a message can be longer")
    } else {
        (Level::Note, "messages may be longer than receivers expect")
    };
    let (old, new) = (text(old), text(new));
    Some((level, format!("the largest `{path}` changed from {old} to {new}: {what}")))
}

fn default_text(protocol: &Protocol, field: &Field) -> String {
    match &field.default {
        _ if field.flatten => "its own fields".to_owned(),
        FieldDefault::Required if matches!(field.ty, Type::Option(_)) && field.custom.is_none() => {
            "`None`".to_owned()
        }
        default => default_words(default, &|index| text::path_to(&protocol.types[index], &[])),
    }
}

/// The value of a missing field in words. `named` returns the paths of types.
pub(super) fn default_words(default: &FieldDefault, named: &dyn Fn(usize) -> String) -> String {
    match default {
        FieldDefault::Required => "an error".to_owned(),
        FieldDefault::Type => "its type's `Default`".to_owned(),
        FieldDefault::Value(value) => format!("`{}`", text::value_text(named, value)),
        FieldDefault::Code(code) => format!("`{code}`"),
        FieldDefault::Unchanged => "no change".to_owned(),
    }
}
