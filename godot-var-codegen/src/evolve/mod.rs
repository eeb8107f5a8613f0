//! What a change of a schema breaks, and for whom.
//!
//! Old and new programs meet on the wire: after an update of the server, clients of yesterday
//! read what it writes, and write what it reads. [`check`] holds every type of the old schema
//! against the one of the same name in the new schema, in both directions, by the rules of the
//! readers: it asks whether whatever one side can write is what the other side takes.
//! `docs/evolution.md` has the table of all rules.
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

/// What a finding breaks, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Messages that can travel today do not arrive, or arrive as something else.
    Wire,
    /// Code that uses the types does not compile.
    Source,
    /// Nothing that can travel today, but who evolves a protocol should know it.
    Note,
}

impl Level {
    /// Its name: `wire`, `source`, `note`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wire => "wire",
            Self::Source => "source",
            Self::Note => "note",
        }
    }
}

/// The rule that a finding is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// A type is gone.
    TypeRemoved,
    /// A type has another Rust name.
    TypeRenamed,
    /// A Dictionary became an Array, an enum is told in another way, a struct became an enum.
    FormChanged,
    /// A field is new.
    FieldAdded,
    /// A field is gone.
    FieldRemoved,
    /// A field has another key.
    KeyChanged,
    /// A field has another Rust name.
    FieldRenamed,
    /// A field may be left out, or may no longer be.
    PresenceChanged,
    /// A field, an element or a key has another type.
    TypeChanged,
    /// Fields of an Array changed places.
    OrderChanged,
    /// A text or list may be longer, or no longer as long.
    LengthChanged,
    /// A missing field is another value.
    DefaultChanged,
    /// A variant of an enum is new.
    VariantAdded,
    /// A variant of an enum is gone.
    VariantRemoved,
    /// A variant of an enum has another name, number or id on the wire.
    IdChanged,
    /// The name, number or id of one member is now another member's.
    IdReused,
    /// A variant of an enum has another Rust name.
    VariantRenamed,
    /// The most bytes of a message changed.
    MaxSizeChanged,
    /// The bytes change, and every reader takes them.
    LayoutChanged,
    /// The names of a script's RPCs are others, and with them ids and checksum.
    RpcSetChanged,
    /// A word of an RPC is another: who may call it, mode, channel, `call_local`.
    RpcChanged,
    /// The properties of a synchronizer are others, or stand in another order.
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

    /// Its name: `field-added`.
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

/// Who breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    /// A reader of the old schema, when a writer of the new one speaks to it.
    OldReader,
    /// A writer of the old schema, whom a reader of the new one does not understand.
    OldWriter,
}

impl Who {
    /// Its name: `old-reader`, `old-writer`.
    pub fn name(self) -> &'static str {
        match self {
            Self::OldReader => "old-reader",
            Self::OldWriter => "old-writer",
        }
    }
}

/// How much of what is sent breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// Everything of this type, field or member is refused.
    All,
    /// Everything of this member is read, but as another one.
    Misread,
    /// Some values are refused, or lose precision.
    Some,
    /// Only values are refused that the old schema did not have.
    New,
}

impl Extent {
    /// Its name: `all`, `misread`, `some`, `new`.
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
    /// Who.
    pub who: Who,
    /// How much of what is sent.
    pub extent: Extent,
    /// Why: what the reader does not take.
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

/// Something that a change breaks, or that is worth a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it breaks.
    pub level: Level,
    /// The rule.
    pub rule: Rule,
    /// The type, the field or the member: `Chat.text`, `Event::Move`, `lobby::Room.players[]`.
    pub subject: String,
    /// What changed.
    pub message: String,
    /// Who breaks on the wire.
    pub breaks: Vec<Break>,
    /// Where it stands in the old schema.
    pub old: Option<Place>,
    /// Where it stands in the new schema.
    pub new: Option<Place>,
}

/// Several lines without the last line's end: the place, the level, the rule and the message; who
/// breaks; where it stood.
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

/// Everything that becoming `new` breaks for programs of `old`: the worst first, and in the order
/// of the new schema. Nothing for equal schemas.
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
        // What breaks on the wire has to be changed in the code, too, and is another layout.
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

/// Whether a subject is a field or a member of a type.
fn is_part(subject: &str, path: &str) -> bool {
    subject.strip_prefix(path).is_some_and(|rest| rest.starts_with(['.', ':']) || rest.is_empty())
}

/// What it means that no type of the new schema has this name.
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
        // No other type has it for a field: it was a message by itself.
        finding.level = Level::Wire;
        let why = "no type of this name is left".to_owned();
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

/// One direction's complaint.
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
    /// Becomes a finding, or a part of the one of the other direction.
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

/// What is being compared: its name, and where it stands on the reader's and the writer's side.
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

/// Asks whether a reader takes what a writer can write.
struct Judge<'p> {
    old: &'p Protocol,
    new: &'p Protocol,
    problems: Vec<Problem>,
    /// The pairs of types whose comparison is under way: by reader's and writer's index.
    open: BTreeSet<(bool, usize, usize)>,
    /// Whether only the verdict counts: then types of one name are looked into, too.
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

    /// Orders a fact of the reader and one of the writer as the old one and the new one.
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
        // What old writers never wrote, no reader refuses.
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

    /// A reader's type against a writer's.
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
                self.values(way, &read, &written, at);
            }
        }
        self.open.remove(&(way.who == Who::OldReader, reader, writer));
    }

    /// The worst that happens, without a report.
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
