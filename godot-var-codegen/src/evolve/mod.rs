//! What a change of a schema breaks, and for which programs.
//!
//! Old and new programs exchange messages: after an update of the server, old clients read its messages and write messages to it. [`check`]
//! compares every type of the old schema with the type of the same name in the new schema, in both directions. It uses the rules of the
//! readers: can one side read everything that the other can write? `docs/evolution.md` has a table of all rules.
//!
//! ```
//! use godot_var_codegen::{evolve, protocol};
//!
//! let old = "
//!     use godot_var::GodotVar;
//!     #[derive(GodotVar)]
//!     struct Chat { text: String, at: i64 }
//! ";
//! let new = "
//!     use godot_var::GodotVar;
//!     #[derive(GodotVar)]
//!     struct Chat { text: String, at: f64, channel: u8 }
//! ";
//! let old = protocol::parse_text("old.rs", old).expect("a valid schema");
//! let new = protocol::parse_text("new.rs", new).expect("a valid schema");
//! let findings = evolve::check(&old, &new);
//! let shown: Vec<_> = findings.iter().map(ToString::to_string).collect();
//! assert_eq!(
//!     shown,
//!     [
//!         "new.rs:4:33: wire: [type-changed] `Chat.at` was `i64`, is `f64`\n  \
//!          old readers may refuse what new writers send: a float with a fraction or out of range\n  \
//!          old: old.rs:4:33",
//!         "new.rs:4:42: wire: [field-added] `Chat.channel` is new and required\n  \
//!          new readers refuse what old writers send: the field is missing",
//!     ]
//! );
//! assert!(findings.iter().any(|finding| finding.level == evolve::Level::Wire));
//! ```

mod choice;
mod multiplayer;
mod record;
mod seen;
mod side;
mod source;
mod value;

use std::collections::BTreeSet;
use std::fmt;

use crate::protocol::{Body, Place, Protocol};
use seen::Seen;

pub use side::parse;

/// What a finding breaks, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Messages that are possible today do not arrive, or arrive as something else.
    Wire,
    /// Code that uses the types does not compile.
    Source,
    /// Breaks nothing that is possible today, but matters for later changes.
    Note,
}

impl Level {
    /// Returns the name: `wire`, `source`, `note`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wire => "wire",
            Self::Source => "source",
            Self::Note => "note",
        }
    }
}

/// The rule of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// A type was removed.
    TypeRemoved,
    /// A type has another Rust name.
    TypeRenamed,
    /// The form changed: a Dictionary became an Array, an enum has another form, or a struct became an enum.
    FormChanged,
    /// A field was added.
    FieldAdded,
    /// A field was removed.
    FieldRemoved,
    /// A field has another key.
    KeyChanged,
    /// A field has another Rust name.
    FieldRenamed,
    /// A field became optional or required.
    PresenceChanged,
    /// A field, an element or a key has another type.
    TypeChanged,
    /// Fields of an Array changed their order.
    OrderChanged,
    /// The maximum length of a text or list changed.
    LengthChanged,
    /// The default of a missing field changed.
    DefaultChanged,
    /// A variant of an enum was added.
    VariantAdded,
    /// A variant of an enum was removed.
    VariantRemoved,
    /// A variant of an enum has another name, number or id on the wire.
    IdChanged,
    /// A name, number or id moved from one variant to another.
    IdReused,
    /// A variant of an enum has another Rust name.
    VariantRenamed,
    /// The maximum size of a message changed.
    MaxSizeChanged,
    /// The bytes changed, but every reader accepts them.
    LayoutChanged,
    /// The names of a script's RPCs changed, and with them ids and checksum.
    RpcSetChanged,
    /// A setting of an RPC changed: who may call it, mode, channel or `call_local`.
    RpcChanged,
    /// The properties of a synchronizer or their order changed.
    SyncSetChanged,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 22] = [
        Self::TypeRemoved,
        Self::TypeRenamed,
        Self::FormChanged,
        Self::FieldAdded,
        Self::FieldRemoved,
        Self::KeyChanged,
        Self::FieldRenamed,
        Self::PresenceChanged,
        Self::TypeChanged,
        Self::OrderChanged,
        Self::LengthChanged,
        Self::DefaultChanged,
        Self::VariantAdded,
        Self::VariantRemoved,
        Self::IdChanged,
        Self::IdReused,
        Self::VariantRenamed,
        Self::MaxSizeChanged,
        Self::LayoutChanged,
        Self::RpcSetChanged,
        Self::RpcChanged,
        Self::SyncSetChanged,
    ];

    /// Returns the name: `field-added`.
    pub fn name(self) -> &'static str {
        match self {
            Self::TypeRemoved => "type-removed",
            Self::TypeRenamed => "type-renamed",
            Self::FormChanged => "form-changed",
            Self::FieldAdded => "field-added",
            Self::FieldRemoved => "field-removed",
            Self::KeyChanged => "key-changed",
            Self::FieldRenamed => "field-renamed",
            Self::PresenceChanged => "presence-changed",
            Self::TypeChanged => "type-changed",
            Self::OrderChanged => "order-changed",
            Self::LengthChanged => "length-changed",
            Self::DefaultChanged => "default-changed",
            Self::VariantAdded => "variant-added",
            Self::VariantRemoved => "variant-removed",
            Self::IdChanged => "id-changed",
            Self::IdReused => "id-reused",
            Self::VariantRenamed => "variant-renamed",
            Self::MaxSizeChanged => "max-size-changed",
            Self::LayoutChanged => "layout-changed",
            Self::RpcSetChanged => "rpc-set-changed",
            Self::RpcChanged => "rpc-changed",
            Self::SyncSetChanged => "sync-set-changed",
        }
    }
}

/// The program that breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    /// A reader of the old schema that gets messages of a new writer.
    OldReader,
    /// A writer of the old schema whose messages a new reader does not accept.
    OldWriter,
}

impl Who {
    /// Returns the name: `old-reader`, `old-writer`.
    pub fn name(self) -> &'static str {
        match self {
            Self::OldReader => "old-reader",
            Self::OldWriter => "old-writer",
        }
    }
}

/// How many of the messages break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// Everything of this type, field or variant is refused.
    All,
    /// Everything of this variant is read as another variant.
    Misread,
    /// Some values are refused or lose precision.
    Some,
    /// Only values that the old schema did not have are refused.
    New,
}

impl Extent {
    /// Returns the name: `all`, `misread`, `some`, `new`.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Misread => "misread",
            Self::Some => "some",
            Self::New => "new",
        }
    }
}

/// One side that breaks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Break {
    /// The side.
    pub who: Who,
    /// How many of its messages.
    pub extent: Extent,
    /// The reason: what the reader does not accept.
    pub why: String,
}

impl fmt::Display for Break {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (reader, writer) = match self.who {
            Who::OldReader => ("old", "new"),
            Who::OldWriter => ("new", "old"),
        };
        let does = match self.extent {
            Extent::All => "refuse what",
            Extent::Misread => "misread what",
            Extent::Some => "may refuse what",
            Extent::New => "refuse new values of what",
        };
        write!(f, "{reader} readers {does} {writer} writers send: {}", self.why)
    }
}

/// Something that a change breaks, or a note about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The level.
    pub level: Level,
    /// The rule.
    pub rule: Rule,
    /// The type, field or variant: `Chat.text`, `Event::Move`, `lobby::Room.players[]`.
    pub subject: String,
    /// The change.
    pub message: String,
    /// The sides that break on the wire.
    pub breaks: Vec<Break>,
    /// The place in the old schema.
    pub old: Option<Place>,
    /// The place in the new schema.
    pub new: Option<Place>,
}

/// Writes several lines, the last without a line end: the place, the level, the rule and the message; the sides that break; the place in the
/// old schema.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (level, rule) = (self.level.name(), self.rule.name());
        match (&self.new, &self.old) {
            (Some(place), _) | (None, Some(place)) => write!(f, "{place}: ")?,
            (None, None) => {}
        }
        write!(f, "{level}: [{rule}] {}", self.message)?;
        for found in &self.breaks {
            write!(f, "\n  {found}")?;
        }
        if let (Some(_), Some(old)) = (&self.new, &self.old) {
            write!(f, "\n  old: {old}")?;
        }
        Ok(())
    }
}

/// Returns everything that a change from `old` to `new` breaks, worst first, then in the order of the new schema. Equal schemas give an
/// empty list.
pub fn check(old: &Protocol, new: &Protocol) -> Vec<Finding> {
    let mut judge = Judge { old, new, problems: Vec::new(), open: BTreeSet::new(), trial: false };
    let mut findings = multiplayer::check(old, new);
    judge.sets();
    for (index, def) in old.types.iter().enumerate() {
        match new.types.iter().position(|other| other.path() == def.path()) {
            Some(other) => judge.both_ways(index, other),
            None => findings.push(removed(old, new, index)),
        }
    }
    for problem in judge.problems {
        problem.join(&mut findings);
    }
    for finding in &mut findings {
        if finding.level == Level::Wire
            && finding.breaks.iter().all(|found| found.extent == Extent::New)
        {
            finding.level = Level::Note;
        }
        finding.breaks.sort();
        finding.breaks.dedup();
    }
    for finding in source::check(old, new) {
        // A wire break already means a change in code and a new layout.
        let known = findings.iter().any(|known| {
            known.subject == finding.subject && known.level <= finding.level
                || finding.rule == Rule::LayoutChanged && is_part(&known.subject, &finding.subject)
        });
        if !known {
            findings.push(finding);
        }
    }
    let order = |finding: &Finding| {
        let place = finding.new.clone().or_else(|| finding.old.clone());
        let file = place.as_ref().and_then(|place| {
            let files = if finding.new.is_some() { &new.files } else { &old.files };
            files.iter().position(|file| *file == place.file)
        });
        (finding.level, finding.new.is_none(), file, place, finding.rule, finding.message.clone())
    };
    findings.sort_by_key(order);
    findings.dedup();
    findings
}

/// Whether a subject is a field or a variant of a type.
fn is_part(subject: &str, path: &str) -> bool {
    subject.strip_prefix(path).is_some_and(|rest| rest.starts_with(['.', ':']) || rest.is_empty())
}

/// Reports a type whose name the new schema does not have.
fn removed(old: &Protocol, new: &Protocol, index: usize) -> Finding {
    let def = &old.types[index];
    let fingerprint = old.fingerprint(index);
    let renamed = (0..new.types.len()).find(|other| {
        let is_new = old.types.iter().all(|old| old.path() != new.types[*other].path());
        is_new && new.fingerprint(*other) == fingerprint
    });
    let mut finding = Finding {
        level: Level::Source,
        rule: Rule::TypeRemoved,
        subject: def.path(),
        message: format!("`{}` is gone", def.path()),
        breaks: Vec::new(),
        old: Some(def.place.clone()),
        new: None,
    };
    if let Some(renamed) = renamed {
        let renamed = &new.types[renamed];
        finding.rule = Rule::TypeRenamed;
        finding.message = format!("`{}` is now called `{}`", def.path(), renamed.path());
        finding.new = Some(renamed.place.clone());
    } else if !old.types.iter().enumerate().any(|(user, def)| user != index && uses(def, index)) {
        // No other type has a field of it, so it was a message itself.
        finding.level = Level::Wire;
        let why = "no type has this name any more".to_owned();
        finding.breaks = vec![Break { who: Who::OldWriter, extent: Extent::All, why }];
    }
    finding
}

fn uses(def: &crate::protocol::TypeDef, index: usize) -> bool {
    let mut found = false;
    for field in def.fields() {
        field.ty.messages(&mut |used| found |= used == index);
    }
    found
}

/// A problem in one direction.
#[derive(Clone, Debug)]
struct Problem {
    rule: Rule,
    subject: String,
    message: String,
    found: Break,
    old: Option<Place>,
    new: Option<Place>,
}

impl Problem {
    /// Adds a finding, or extends the finding of the other direction.
    fn join(self, findings: &mut Vec<Finding>) {
        let same = |known: &&mut Finding| {
            known.rule == self.rule
                && known.subject == self.subject
                && known.message == self.message
                && known.old == self.old
                && known.new == self.new
        };
        match findings.iter_mut().find(same) {
            Some(known) => known.breaks.push(self.found),
            None => findings.push(Finding {
                level: Level::Wire,
                rule: self.rule,
                subject: self.subject,
                message: self.message,
                breaks: vec![self.found],
                old: self.old,
                new: self.new,
            }),
        }
    }
}

/// What is compared: its name, and its places on the reader's and the writer's side.
#[derive(Clone, Debug)]
struct At {
    subject: String,
    reader: Option<Place>,
    writer: Option<Place>,
}

impl At {
    fn part(&self, part: &str) -> Self {
        Self { subject: format!("{}{part}", self.subject), ..self.clone() }
    }
}

/// Checks whether a reader accepts everything that a writer can write.
struct Judge<'p> {
    old: &'p Protocol,
    new: &'p Protocol,
    problems: Vec<Problem>,
    /// The pairs of types that are being compared, by the reader's and the writer's index.
    open: BTreeSet<(bool, usize, usize)>,
    /// Whether only the verdict is needed. Then types of the same name are compared, too.
    trial: bool,
}

/// Which side reads.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Way {
    who: Who,
}

impl<'p> Judge<'p> {
    fn both_ways(&mut self, old: usize, new: usize) {
        for who in [Who::OldReader, Who::OldWriter] {
            let way = Way { who };
            let (reader, writer) = match who {
                Who::OldReader => (old, new),
                Who::OldWriter => (new, old),
            };
            let at = At {
                subject: self.old.types[old].path(),
                reader: Some(self.reader(way).types[reader].place.clone()),
                writer: Some(self.writer(way).types[writer].place.clone()),
            };
            self.types(way, reader, writer, &at);
        }
    }

    fn reader(&self, way: Way) -> &'p Protocol {
        if way.who == Who::OldReader { self.old } else { self.new }
    }

    fn writer(&self, way: Way) -> &'p Protocol {
        if way.who == Who::OldReader { self.new } else { self.old }
    }

    /// Orders a fact of the reader and one of the writer as old and new.
    fn in_time<T>(way: Way, reader: T, writer: T) -> (T, T) {
        if way.who == Who::OldReader { (reader, writer) } else { (writer, reader) }
    }

    fn report(
        &mut self,
        way: Way,
        rule: Rule,
        at: &At,
        message: impl Into<String>,
        extent: Extent,
        why: impl Into<String>,
    ) {
        // Old writers never wrote it, so no message of theirs is refused.
        let extent = match (extent, way.who) {
            (Extent::New, Who::OldWriter) => Extent::Some,
            (extent, _) => extent,
        };
        let (old, new) = Self::in_time(way, at.reader.clone(), at.writer.clone());
        self.problems.push(Problem {
            rule,
            subject: at.subject.clone(),
            message: message.into(),
            found: Break { who: way.who, extent, why: why.into() },
            old,
            new,
        });
    }

    /// Compares a reader's type with a writer's.
    fn types(&mut self, way: Way, reader: usize, writer: usize, at: &At) {
        if !self.open.insert((way.who == Who::OldReader, reader, writer)) {
            return;
        }
        let (read, written) = (self.reader(way), self.writer(way));
        match (&read.types[reader].body, &written.types[writer].body) {
            (Body::Record(read), Body::Record(written)) => self.records(way, read, written, at),
            (Body::Enumeration(read), Body::Enumeration(written)) => {
                self.choices(way, read, written, at);
            }
            _ => {
                let (read, written) = (Seen::of_type(read, reader), Seen::of_type(written, writer));
                match (read.message, written.message) {
                    (Some(reader), Some(writer)) => {
                        self.messages(way, (&read, reader), (&written, writer), at);
                    }
                    _ => self.values(way, &read, &written, at),
                }
            }
        }
        self.open.remove(&(way.who == Who::OldReader, reader, writer));
    }

    /// Returns the worst result, without a report.
    fn trial(&mut self, run: impl FnOnce(&mut Self)) -> Option<Break> {
        let mut inner = Judge {
            old: self.old,
            new: self.new,
            problems: Vec::new(),
            open: self.open.clone(),
            trial: true,
        };
        run(&mut inner);
        inner.problems.into_iter().map(|problem| problem.found).min_by_key(|found| found.extent)
    }
}
