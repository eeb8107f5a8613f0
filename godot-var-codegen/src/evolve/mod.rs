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
//!     struct Chat { text: String, at: i32 }
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
//!         "new.rs:4:33: wire: [type-changed] `Chat.at` changed from `i32` to `f64`\n  \
//!          old readers may refuse what new writers send: a float with a fraction or out of range\n  \
//!          old: old.rs:4:33",
//!         "new.rs:4:42: wire: [field-added] `Chat.channel` is new and required\n  \
//!          new readers refuse what old writers send: the field is missing",
//!     ]
//! );
//! assert!(findings.iter().any(|finding| finding.level == evolve::Level::Wire));
//! ```

mod choice;
mod help;
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

/// Defines an enum whose values have names in the program's output.
macro_rules! named {
    ($($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $value:ident = $word:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$about])* $value,)*
        }

        impl $name {
            /// All values.
            pub const ALL: [Self; [$(Self::$value),*].len()] = [$(Self::$value),*];

            /// Returns the name in the program's output.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)*
                }
            }
        }
    )*};
}

named! {
    /// What a finding breaks, worst first.
    Level {
        /// Messages that are possible today do not arrive, or arrive as something else.
        Wire = "wire",
        /// Code that uses the types does not compile.
        Source = "source",
        /// Breaks nothing that is possible today, but matters for later changes.
        Note = "note",
    }

    /// The rule of a finding.
    Rule {
        /// A type was removed.
        TypeRemoved = "type-removed",
        /// A type has another Rust name.
        TypeRenamed = "type-renamed",
        /// The form changed: a Dictionary became an Array, an enum has another form, or a struct became an enum.
        FormChanged = "form-changed",
        /// A field was added.
        FieldAdded = "field-added",
        /// A field was removed.
        FieldRemoved = "field-removed",
        /// A field has another key.
        KeyChanged = "key-changed",
        /// A field has another Rust name.
        FieldRenamed = "field-renamed",
        /// A field became optional or required.
        PresenceChanged = "presence-changed",
        /// A field, an element or a key has another type.
        TypeChanged = "type-changed",
        /// Fields of an Array changed their order.
        OrderChanged = "order-changed",
        /// The maximum length of a text or list changed.
        LengthChanged = "length-changed",
        /// The default of a missing field changed.
        DefaultChanged = "default-changed",
        /// A variant of an enum was added.
        VariantAdded = "variant-added",
        /// A variant of an enum was removed.
        VariantRemoved = "variant-removed",
        /// A variant of an enum has another name, number or id on the wire.
        IdChanged = "id-changed",
        /// A name, number or id moved from one variant to another.
        IdReused = "id-reused",
        /// A variant of an enum has another Rust name.
        VariantRenamed = "variant-renamed",
        /// The maximum size of a message changed.
        MaxSizeChanged = "max-size-changed",
        /// The bytes changed, but every reader accepts them.
        LayoutChanged = "layout-changed",
        /// The names of a script's RPCs changed, and with them ids and checksum.
        RpcSetChanged = "rpc-set-changed",
        /// A setting of an RPC changed: who may call it, mode, channel or `call_local`.
        RpcChanged = "rpc-changed",
        /// The properties of a synchronizer or their order changed.
        SyncSetChanged = "sync-set-changed",
    }

    /// The program that breaks.
    Who {
        /// A reader of the old schema that gets messages of a new writer.
        OldReader = "old-reader",
        /// A writer of the old schema whose messages a new reader does not accept.
        OldWriter = "old-writer",
    }

    /// How many of the messages break.
    Extent {
        /// Everything of this type, field or variant is refused.
        All = "all",
        /// Everything of this variant is read as another variant.
        Misread = "misread",
        /// Some values are refused or lose precision.
        Some = "some",
        /// Only values that the old schema did not have are refused.
        New = "new",
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
            Extent::New => "refuse new values that",
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
    let mut findings = multiplayer::check(old, new);
    for (index, def) in old.types.iter().enumerate() {
        if new.types.iter().all(|other| other.path() != def.path()) {
            findings.push(removed(old, new, index));
        }
    }
    for (who, reader, writer) in [(Who::OldReader, old, new), (Who::OldWriter, new, old)] {
        let (problems, open) = (Vec::new(), BTreeSet::new());
        let mut judge = Judge { who, reader, writer, problems, open, trial: false };
        judge.all();
        for problem in judge.problems {
            problem.join(&mut findings);
        }
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
        message: format!("`{}` was removed", def.path()),
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
        let why = "no type has this name anymore".to_owned();
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

    /// A part that both sides have.
    fn both(&self, part: &str, reader: &Place, writer: &Place) -> Self {
        Self { reader: Some(reader.clone()), ..self.written(part, writer) }
    }

    /// A part that only the reader has.
    fn read(&self, part: &str, place: &Place) -> Self {
        Self { reader: Some(place.clone()), writer: None, ..self.part(part) }
    }

    /// A part that only the writer has.
    fn written(&self, part: &str, place: &Place) -> Self {
        Self { reader: None, writer: Some(place.clone()), ..self.part(part) }
    }
}

/// Checks whether a reader accepts everything that a writer can write.
struct Judge<'p> {
    who: Who,
    reader: &'p Protocol,
    writer: &'p Protocol,
    problems: Vec<Problem>,
    /// The pairs of types that are being compared, by the reader's and the writer's index.
    open: BTreeSet<(usize, usize)>,
    /// Whether only the verdict is needed. Then types of the same name are compared, too.
    trial: bool,
}

impl Judge<'_> {
    /// Compares all types and sets that both sides have.
    fn all(&mut self) {
        self.sets();
        for (read, def) in self.reader.types.iter().enumerate() {
            let path = def.path();
            let mut others = self.writer.types.iter().enumerate();
            if let Some((written, other)) = others.find(|(_, other)| other.path() == path) {
                let at = At {
                    subject: path,
                    reader: Some(def.place.clone()),
                    writer: Some(other.place.clone()),
                };
                self.types(read, written, &at);
            }
        }
    }

    /// Orders a fact of the reader and one of the writer as old and new, or the other way round.
    fn in_time<T>(&self, reader: T, writer: T) -> (T, T) {
        if self.who == Who::OldReader { (reader, writer) } else { (writer, reader) }
    }

    /// Reports a part that only one side has.
    fn alone(&mut self, at: &At, (before, after): (&str, &str), extent: Extent, why: &str) {
        let is_new = at.writer.is_some() == (self.who == Who::OldReader);
        let (rule, change) =
            if is_new { (Rule::FieldAdded, "is new") } else { (Rule::FieldRemoved, "was removed") };
        let message = format!("{before}`{}` {change}{after}", at.subject);
        self.report(rule, at, message, extent, why);
    }

    fn report(
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
        self.problems.push(Problem {
            rule,
            subject: at.subject.clone(),
            message: message.into(),
            found: Break { who: self.who, extent, why: why.into() },
            old,
            new,
        });
    }

    /// Compares a reader's type with a writer's.
    fn types(&mut self, reader: usize, writer: usize, at: &At) {
        if !self.open.insert((reader, writer)) {
            return;
        }
        let (read, written) = (self.reader, self.writer);
        match (&read.types[reader].body, &written.types[writer].body) {
            (Body::Record(read), Body::Record(written)) => self.records(read, written, at),
            (Body::Enumeration(read), Body::Enumeration(written)) => {
                self.choices(read, written, at);
            }
            _ => {
                let (read, written) = (Seen::of_type(read, reader), Seen::of_type(written, writer));
                match (read.body(), written.body()) {
                    (Some(_), Some(_)) => self.messages(&read, &written, at),
                    _ => self.values(&read, &written, at),
                }
            }
        }
        self.open.remove(&(reader, writer));
    }

    /// Returns the worst result, without a report.
    fn trial(&mut self, run: impl FnOnce(&mut Self)) -> Option<Break> {
        let mut inner =
            Judge { problems: Vec::new(), open: self.open.clone(), trial: true, ..*self };
        run(&mut inner);
        inner.problems.into_iter().map(|problem| problem.found).min_by_key(|found| found.extent)
    }
}
