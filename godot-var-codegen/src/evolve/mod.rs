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
mod flat;
mod help;
mod multiplayer;
mod record;
mod seen;
mod side;
mod source;
mod value;
mod verdicts;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use crate::protocol::{Body, Place, Protocol, TypeDef};
use seen::Seen;
use verdicts::{Verdicts, Written};

pub use side::{Side, parse};

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
    /// Whether it is about flat messages.
    pub is_flat: bool,
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

/// Returns everything that a change of Variants, RPCs and synchronizers from `old` to `new` breaks, worst first, then in the order of the new
/// schema. Equal schemas give an empty list.
pub fn check(old: &Protocol, new: &Protocol) -> Vec<Finding> {
    let mut findings = variants(old, new);
    sort(&mut findings, &old.files, &new.files);
    findings
}

/// Returns everything that a change from `old` to `new` breaks, flat messages included. Findings about the flat form of a type that derives
/// both say so.
pub fn check_all(old: &Side, new: &Side) -> Vec<Finding> {
    let mut findings = variants(&old.protocol, &new.protocol);
    findings.extend(flat::check(old, new));
    sort(&mut findings, &old.protocol.files, &new.protocol.files);
    findings
}

fn variants(old: &Protocol, new: &Protocol) -> Vec<Finding> {
    let mut findings = multiplayer::check(old, new);
    let fingerprints = (&*old.fingerprints(), &*new.fingerprints());
    let (before, after) = (paths(old), paths(new));
    for (path, index) in &before {
        if !after.contains_key(path) {
            let renamed = after.iter().find(|(path, other)| {
                !before.contains_key(*path) && fingerprints.0[*index] == fingerprints.1[**other]
            });
            findings.push(removed((old, *index), renamed.map(|(_, other)| &new.types[*other])));
        }
    }
    let mut problems = Vec::new();
    for (who, reader, writer) in [(Who::OldReader, old, new), (Who::OldWriter, new, old)] {
        let mut judge = Judge::new(who, reader, writer);
        judge.all();
        problems.append(&mut judge.log.problems);
    }
    joined(findings, problems, source::check(old, new, fingerprints))
}

/// The types of a schema by their paths. The first of each path counts.
fn paths(protocol: &Protocol) -> BTreeMap<String, usize> {
    protocol.types.iter().enumerate().rev().map(|(index, def)| (def.path(), index)).collect()
}

/// Adds the problems of both directions, then what else is known of a change.
fn joined(
    mut findings: Vec<Finding>,
    problems: Vec<Problem>,
    others: Vec<Finding>,
) -> Vec<Finding> {
    for problem in problems {
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
    for finding in others {
        // What code must do about a change that breaks no message of today is said with what it breaks.
        let same = |known: &&mut Finding| {
            known.level == Level::Note
                && (known.rule, &known.subject) == (finding.rule, &finding.subject)
        };
        if finding.level == Level::Source
            && let Some(known) = findings.iter_mut().find(same)
        {
            known.level = Level::Source;
            known.message = finding.message;
            continue;
        }
        // A wire break already means a change in code and a new layout.
        let known = findings.iter().any(|known| {
            known.subject == finding.subject && known.level <= finding.level
                || finding.rule == Rule::LayoutChanged && is_part(&known.subject, &finding.subject)
        });
        if !known {
            findings.push(finding);
        }
    }
    findings
}

/// Sorts findings: the worst first, then in the order of the files.
fn sort(findings: &mut Vec<Finding>, old: &[String], new: &[String]) {
    let order = |finding: &Finding| {
        let place = finding.new.clone().or_else(|| finding.old.clone());
        let file = place.as_ref().and_then(|place| {
            let files = if finding.new.is_some() { new } else { old };
            files.iter().position(|file| *file == place.file)
        });
        (finding.level, finding.new.is_none(), file, place, finding.rule, finding.message.clone())
    };
    findings.sort_by_key(order);
    findings.dedup();
}

/// Whether a subject is a field or a variant of a type.
fn is_part(subject: &str, path: &str) -> bool {
    subject.strip_prefix(path).is_some_and(|rest| rest.starts_with(['.', ':']) || rest.is_empty())
}

/// Reports a type whose name the new schema does not have.
fn removed((old, index): (&Protocol, usize), renamed: Option<&TypeDef>) -> Finding {
    let def = &old.types[index];
    let renamed = renamed.map(|other| (other.path(), &other.place));
    let is_part = old.types.iter().enumerate().any(|(user, def)| user != index && uses(def, index));
    gone((def.path(), &def.place), renamed, is_part)
}

/// Reports a type that has another name, or none. If it `is_part` of another type, that type's change covers its messages.
fn gone(
    (path, place): (String, &Place),
    renamed: Option<(String, &Place)>,
    is_part: bool,
) -> Finding {
    let mut finding = Finding {
        level: Level::Source,
        rule: Rule::TypeRemoved,
        subject: path.clone(),
        message: format!("`{path}` was removed"),
        is_flat: false,
        breaks: Vec::new(),
        old: Some(place.clone()),
        new: None,
    };
    if let Some((new, place)) = renamed {
        finding.rule = Rule::TypeRenamed;
        finding.message = format!("`{path}` is now called `{new}`");
        finding.new = Some(place.clone());
    } else if !is_part {
        finding.level = Level::Wire;
        let why = "no type has this name anymore".to_owned();
        finding.breaks = vec![Break { who: Who::OldWriter, extent: Extent::All, why }];
    }
    finding
}

fn uses(def: &TypeDef, index: usize) -> bool {
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
                is_flat: false,
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

/// The problems of one direction.
struct Log {
    who: Who,
    problems: Vec<Problem>,
}

impl Log {
    const fn of(who: Who) -> Self {
        Self { who, problems: Vec::new() }
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

    /// Adds what is known of a part, for a trial.
    fn repeat(&mut self, found: Vec<Break>, at: &At) {
        for Break { extent, why, .. } in found {
            self.report(Rule::TypeChanged, at, String::new(), extent, why);
        }
    }

    /// Returns the worst problem of a trial.
    fn worst(self) -> Option<Break> {
        self.problems.into_iter().map(|problem| problem.found).min_by_key(|found| found.extent)
    }
}

/// Checks whether a reader accepts everything that a writer can write.
struct Judge<'p> {
    log: Log,
    reader: &'p Protocol,
    writer: &'p Protocol,
    /// The pairs of types that were reported on, by the reader's and the writer's index, and whether that is finished.
    compared: BTreeMap<(usize, usize), bool>,
    verdicts: Rc<RefCell<Verdicts<'p>>>,
    /// The outermost pair that was taken for good: its position among those that are being judged.
    granted: usize,
    /// Whether only the verdict is needed. Then types of the same name are compared, too.
    trial: bool,
}

impl<'p> Judge<'p> {
    fn new(who: Who, reader: &'p Protocol, writer: &'p Protocol) -> Self {
        Self {
            log: Log::of(who),
            reader,
            writer,
            compared: BTreeMap::new(),
            verdicts: Rc::default(),
            granted: usize::MAX,
            trial: false,
        }
    }

    /// Compares all types and sets that both sides have.
    fn all(&mut self) {
        self.sets();
        let written = paths(self.writer);
        for (read, def) in self.reader.types.iter().enumerate() {
            let path = def.path();
            let Some(&written) = written.get(&path) else { continue };
            let at = At {
                subject: path,
                reader: Some(def.place.clone()),
                writer: Some(self.writer.types[written].place.clone()),
            };
            self.types(read, written, &at);
        }
    }

    /// Compares a reader's type with a writer's. In a report the parts of a pair are named once; after that it is said as a whole.
    fn types(&mut self, reader: usize, writer: usize, at: &At) {
        if self.trial {
            let pair = (reader, Written::Type(writer));
            return self.once(pair, at, |judge| judge.bodies(reader, writer, at));
        }
        match self.compared.get(&(reader, writer)) {
            None => {
                self.compared.insert((reader, writer), false);
                self.bodies(reader, writer, at);
                self.compared.insert((reader, writer), true);
            }
            Some(false) => {}
            Some(true) => {
                if let Some(found) = self.trial(|judge| judge.types(reader, writer, at)) {
                    let read = Seen::of_type(self.reader, reader);
                    let written = Seen::of_type(self.writer, writer);
                    self.other_type(&read, &written, at, found.extent, &found.why);
                }
            }
        }
    }

    fn bodies(&mut self, reader: usize, writer: usize, at: &At) {
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
    }

    /// Returns the worst result, without a report.
    fn trial(&mut self, run: impl FnOnce(&mut Self)) -> Option<Break> {
        let mut inner = self.inner();
        run(&mut inner);
        self.granted = self.granted.min(inner.granted);
        inner.log.worst()
    }

    /// Compares the same schemas without a report.
    fn inner(&self) -> Self {
        Judge {
            log: Log::of(self.log.who),
            compared: BTreeMap::new(),
            verdicts: Rc::clone(&self.verdicts),
            granted: usize::MAX,
            trial: true,
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::{Judge, Who};
    use crate::protocol::{Protocol, parse_text};

    /// A type that contains the next one several times, and that one the next.
    fn nested(name: &str, levels: usize, attributes: &str, of: impl Fn(&str) -> String) -> String {
        let mut text = String::new();
        for level in 0..levels {
            let next =
                if level + 1 < levels { format!("{name}{}", level + 1) } else { "u8".to_owned() };
            let content = of(&next);
            write!(text, "#[derive(GodotVar)] {attributes} {content}")
                .expect("a String takes every text");
            text = text.replace("NAME", &format!("{name}{level}"));
        }
        text
    }

    fn read(text: &str) -> Protocol {
        parse_text("a.rs", &format!("use godot_var::GodotVar;\n{text}"))
            .unwrap_or_else(|errors| panic!("{errors:?}"))
    }

    /// Returns how many bodies were compared, in both directions.
    fn work(old: &str, new: &str) -> usize {
        let (old, new) = (read(old), read(new));
        let directions = [(Who::OldReader, &old, &new), (Who::OldWriter, &new, &old)];
        let counts = directions.map(|(who, reader, writer)| {
            let mut judge = Judge::new(who, reader, writer);
            judge.all();
            judge.compared.len() + judge.verdicts.borrow().count
        });
        counts.iter().sum()
    }

    #[test]
    fn each_pair_of_types_is_compared_once() {
        const ROOT: &str = "#[derive(GodotVar)] struct Root { a: A0 }";
        let fields =
            |next: &str| format!("struct NAME {{ a: {next}, b: {next}, c: {next}, d: {next} }}");
        let old = nested("A", 10, "", fields) + ROOT;
        let renamed = nested("B", 10, "", fields) + &ROOT.replace("A0", "B0");
        // Each is reported on once and judged once, in both directions; nothing else contains the root, and it the first one.
        assert_eq!(work(&old, &renamed), 2 * (1 + 10 + 9));
        let changed = renamed.replace("d: u8", "d: String");
        assert_eq!(work(&old, &changed), 2 * (1 + 10 + 9));
        // Only trials tell which variant a reader takes.
        let untagged = "#[godot_var(untagged)]";
        let variants = |next: &str| format!("enum NAME {{ X(Vec<{next}>), Y([{next}; 2]) }}");
        let old = nested("A", 10, untagged, variants) + ROOT;
        let new = old.replace("[u8; 2]", "[u16; 2]");
        assert!(work(&old, &new) < 200, "{}", work(&old, &new));
        // A text in place of variants that contain others.
        let variants = |next: &str| format!("enum NAME {{ X({next}), Y({next}) }}");
        let old = nested("A", 10, untagged, variants) + ROOT;
        let new = old.replace("a: A0", "a: String");
        assert!(work(&old, &new) < 200, "{}", work(&old, &new));
        let itself = "#[derive(GodotVar)] struct Root { a: A }
             #[derive(GodotVar)] #[godot_var(untagged)] enum A { X(Box<A>), Y(u8) }";
        assert!(work(itself, &itself.replace("a: A ", "a: String ")) < 20);
    }
}
