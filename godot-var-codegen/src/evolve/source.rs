//! What a change of a schema means for code, and notes about it: the same for every wire.

use super::align::{Step, align, by_name};
use super::outline::{Body, LANGUAGES, Outline, Part, Shape};
use super::{Finding, Level, Rule};
use crate::protocol::Place;

/// The places of a part in the old and the new schema.
type Places<'p> = (Option<&'p Place>, Option<&'p Place>);

/// A finding that breaks no message.
pub(super) fn finding(
    (level, rule): (Level, Rule),
    subject: &str,
    (old, new): Places<'_>,
    message: String,
) -> Finding {
    let (old, new) = (old.cloned(), new.cloned());
    let subject = subject.to_owned();
    Finding {
        level,
        rule,
        subject,
        message,
        is_flat: false,
        breaks: Vec::new(),
        callers: Vec::new(),
        old,
        new,
    }
}

/// What is different for fields and variants.
struct Words {
    before_name: &'static str,
    added: (Rule, &'static str),
    removed: Rule,
    renamed: Rule,
}

const FIELD: Words = Words {
    before_name: ".",
    added: (Rule::FieldAdded, "lists all fields must name it"),
    removed: Rule::FieldRemoved,
    renamed: Rule::FieldRenamed,
};

const VARIANT: Words = Words {
    before_name: "::",
    added: (Rule::VariantAdded, "matches all variants must handle it"),
    removed: Rule::VariantRemoved,
    renamed: Rule::VariantRenamed,
};

pub(super) struct Source<'p> {
    old: &'p Outline<'p>,
    new: &'p Outline<'p>,
    pub(super) findings: Vec<Finding>,
}

impl<'p> Source<'p> {
    /// Compares all types that both sides have.
    pub(super) fn of(old: &'p Outline<'p>, new: &'p Outline<'p>) -> Self {
        let mut source = Self { old, new, findings: Vec::new() };
        for shape in &old.types {
            if let Some(&other) = new.paths.get(&shape.path) {
                source.types(shape, &new.types[other]);
            }
        }
        source
    }

    fn report(
        &mut self,
        rule: Rule,
        subject: &str,
        places: Places<'_>,
        message: impl Into<String>,
    ) {
        self.findings.push(finding((Level::Source, rule), subject, places, message.into()));
    }

    fn note(&mut self, rule: Rule, subject: &str, places: Places<'_>, message: String) {
        self.findings.push(finding((Level::Note, rule), subject, places, message));
    }

    fn types(&mut self, before: &Shape<'_>, after: &Shape<'_>) {
        let path = &before.path;
        let places = (Some(before.place), Some(after.place));
        self.max_size(path, (before.max_size, after.max_size), places);
        self.names(path, Rule::TypeRenamed, (before.names, after.names), places);
        match (&before.body, &after.body) {
            (Body::Fields(before), Body::Fields(after))
            | (Body::Newtype(before), Body::Newtype(after)) => self.fields(path, before, after),
            (Body::Variants(before), Body::Variants(after)) => {
                self.parts(&VARIANT, path, before, after);
            }
            (Body::Unit, Body::Unit) => {}
            _ => {
                let message = format!("`{path}` has a different kind of body");
                self.report(Rule::FormChanged, path, places, message);
            }
        }
        // A layout that changes in a type inside is a note about that type.
        let changed_inside = before.uses.iter().map(|used| &self.old.types[*used]).any(|used| {
            let other = self.new.paths.get(&used.path).map(|other| &self.new.types[*other]);
            used.path != *path && other.is_some_and(|other| other.fingerprint != used.fingerprint)
        });
        let (was, is) = (before.fingerprint, after.fingerprint);
        if was != is && !changed_inside {
            let message = format!("the layout of `{path}` changed from {was:016x} to {is:016x}");
            self.note(Rule::LayoutChanged, path, places, message);
        }
    }

    fn max_size(
        &mut self,
        path: &str,
        (old, new): (Option<usize>, Option<usize>),
        places: Places<'_>,
    ) {
        if old == new {
            return;
        }
        let text = |size: Option<usize>| {
            size.map_or("unbounded".to_owned(), |size| format!("{size} bytes"))
        };
        let change = format!("the largest `{path}` changed from {} to {}", text(old), text(new));
        if new.is_some_and(|new| old.is_none_or(|old| new < old)) {
            let message = format!("{change}: the build fails if a message can be longer");
            self.report(Rule::MaxSizeChanged, path, places, message);
        } else {
            let message = format!("{change}: messages may be longer than receivers expect");
            self.note(Rule::MaxSizeChanged, path, places, message);
        }
    }

    fn names(
        &mut self,
        subject: &str,
        rule: Rule,
        (old, new): ([Option<&str>; 3], [Option<&str>; 3]),
        places: Places<'_>,
    ) {
        for ((language, old), new) in LANGUAGES.iter().zip(old).zip(new) {
            if old != new {
                let text = |name: Option<&str>| {
                    name.map_or("the Rust name".to_owned(), |name| format!("`{name}`"))
                };
                let (old, new) = (text(old), text(new));
                let message =
                    format!("the {language} name of `{subject}` changed from {old} to {new}");
                self.report(rule, subject, places, message);
            }
        }
    }

    pub(super) fn fields(&mut self, path: &str, old: &[Part<'_>], new: &[Part<'_>]) {
        self.parts(&FIELD, path, old, new);
    }

    fn parts(&mut self, words: &Words, path: &str, old: &[Part<'_>], new: &[Part<'_>]) {
        let subject = |part: &Part<'_>| format!("{path}{}{}", words.before_name, part.name);
        let has_keys = old.iter().chain(new).any(|part| part.key.is_some());
        let steps = if has_keys {
            by_name(old, new, |part| part.name, |part| part.key.as_deref())
        } else {
            align(old, new, |part| part.name)
        };
        for step in steps {
            match step {
                // The same fields in another order are a wire break.
                Step::Both { is_moved: true, .. } => {}
                Step::Both { read, written, .. } => {
                    let (before, after) = (&old[read], &new[written]);
                    let (was, is) = (subject(before), subject(after));
                    let is_renamed = was != is;
                    if is_renamed {
                        let places = (Some(before.place), Some(after.place));
                        let hint = match words.renamed {
                            Rule::VariantRenamed => format!(
                                "; if it is a different variant, give it a new {}",
                                self.old.ids
                            ),
                            _ => String::new(),
                        };
                        let message = format!("`{was}` is now called `{is}`{hint}");
                        self.report(words.renamed, &was, places, message);
                    }
                    if !is_renamed || !has_keys {
                        self.part(words, &is, before, after);
                    }
                }
                Step::Read(read) => {
                    let (subject, places) = (subject(&old[read]), (Some(old[read].place), None));
                    self.report(
                        words.removed,
                        &subject,
                        places,
                        format!("`{subject}` was removed"),
                    );
                }
                Step::Written(written) => {
                    let (subject, places) =
                        (subject(&new[written]), (None, Some(new[written].place)));
                    let (rule, task) = words.added;
                    let message = format!("`{subject}` is new: code that {task}");
                    self.report(rule, &subject, places, message);
                }
            }
        }
    }

    fn part(&mut self, words: &Words, subject: &str, before: &Part<'_>, after: &Part<'_>) {
        let places = (Some(before.place), Some(after.place));
        let (was, is) = (&before.ty, &after.ty);
        if was != is {
            let (rule, message) = match words.renamed {
                Rule::FieldRenamed => {
                    (Rule::TypeChanged, format!("`{subject}` changed from `{was}` to `{is}`"))
                }
                _ => (Rule::FormChanged, format!("the form of the fields of `{subject}` changed")),
            };
            self.report(rule, subject, places, message);
        }
        for (was, is, what) in [
            (before.is_written, after.is_written, "written"),
            (before.is_read, after.is_read, "read"),
        ] {
            if was != is {
                let now = if is { "now" } else { "no longer" };
                let message = format!("`{subject}` is {now} {what}");
                self.note(Rule::PresenceChanged, subject, places, message);
            }
        }
        let (was, is) = (&before.default, &after.default);
        if was != is {
            let message =
                format!("the value of `{subject}`, if it is missing, changed from {was} to {is}");
            self.note(Rule::DefaultChanged, subject, places, message);
        }
        self.names(subject, words.renamed, (before.names, after.names), places);
        self.fields(subject, &before.fields, &after.fields);
    }
}
