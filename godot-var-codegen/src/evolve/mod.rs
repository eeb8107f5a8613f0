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

mod align;
mod callers;
mod choice;
mod flat;
mod help;
mod log;
mod multiplayer;
mod outline;
mod record;
mod seen;
mod side;
mod source;
mod value;
mod verdicts;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use crate::protocol::{Body, Marks, Place, Protocol, Type};
use log::{At, Found, Log, Verdict, worst};
use outline::{Outline, Shape};
use seen::Seen;
use source::{Source, finding};
use verdicts::Verdicts;

pub use callers::{Callers, add_callers};
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
    /// What users of generated files have to change: see [`add_callers`].
    pub callers: Vec<Callers>,
    /// The place in the old schema.
    pub old: Option<Place>,
    /// The place in the new schema.
    pub new: Option<Place>,
}

/// Writes several lines, the last without a line end: the place, the level, the rule and the message; the sides that break; what users of
/// generated files have to change; the place in the old schema.
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
        for Callers { language, change } in &self.callers {
            write!(f, "\n  {language}: {change}")?;
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
    let mut findings = variants(old, new, Numbers::Present);
    sort(&mut findings, &old.files, &new.files);
    findings
}

/// Returns everything that a change from `old` to `new` breaks, flat messages included. Findings about the flat form of a type that derives
/// both say so.
pub fn check_all(old: &Side, new: &Side) -> Vec<Finding> {
    check_with(old, new, Numbers::Present)
}

/// Returns the same for a server that gives each peer the numbers of RPCs that its version has (`OlderRpcs`). Then a new name matters only
/// to those that call it.
pub fn check_translated(old: &Side, new: &Side) -> Vec<Finding> {
    check_with(old, new, Numbers::OfVersion)
}

/// By which numbers a session calls the RPCs of a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbers {
    /// Its own, if the names are the same.
    Present,
    /// Those of the peer's version.
    OfVersion,
}

fn check_with(old: &Side, new: &Side, numbers: Numbers) -> Vec<Finding> {
    let mut findings = variants(&old.protocol, &new.protocol, numbers);
    findings.extend(flat::check(old, new));
    sort(&mut findings, &old.protocol.files, &new.protocol.files);
    findings
}

fn variants(old: &Protocol, new: &Protocol, numbers: Numbers) -> Vec<Finding> {
    let outlines = (&Outline::of_variants(old), &Outline::of_variants(new));
    let mut findings = multiplayer::check(old, new, numbers);
    findings.extend(removed(outlines));
    let mut problems = Vec::new();
    for (who, (reader, read), (writer, written)) in directions((old, outlines.0), (new, outlines.1))
    {
        let verdicts = Verdicts::default();
        let mut judge = Judge::new(who, (reader, writer), &verdicts);
        judge.all(&pairs(read, written));
        problems.append(&mut judge.log.problems);
    }
    let mut source = Source::of(outlines.0, outlines.1);
    multiplayer::source(old, new, &mut source);
    joined(findings, problems, source.findings)
}

/// The reader and the writer of each direction.
fn directions<S: Copy>(old: S, new: S) -> [(Who, S, S); 2] {
    [(Who::OldReader, old, new), (Who::OldWriter, new, old)]
}

/// The types that both sides have, by their positions.
fn pairs(reader: &Outline<'_>, writer: &Outline<'_>) -> Vec<(usize, usize, At)> {
    let pair = |(read, shape): (usize, &Shape<'_>)| {
        let written = *writer.paths.get(&shape.path)?;
        let places = (Some(shape.place.clone()), Some(writer.types[written].place.clone()));
        let at = At { subject: shape.path.clone(), reader: places.0, writer: places.1 };
        Some((read, written, at))
    };
    reader.types.iter().enumerate().filter_map(pair).collect()
}

/// Reports the types whose names the new schema does not have.
fn removed((old, new): (&Outline<'_>, &Outline<'_>)) -> Vec<Finding> {
    let mut others = HashMap::new();
    for (path, other) in new.paths.iter().filter(|(path, _)| !old.paths.contains_key(*path)) {
        let other = &new.types[*other];
        others.entry(&other.fingerprint).or_insert((path, other.place));
    }
    let users = old.types.iter().enumerate();
    let parts: HashSet<usize> = users
        .flat_map(|(user, shape)| shape.uses.iter().copied().filter(move |used| *used != user))
        .collect();
    let gone_of = |(path, &index): (&String, &usize)| {
        let shape = &old.types[index];
        let renamed = others.get(&shape.fingerprint).map(|(path, place)| ((*path).clone(), *place));
        gone((path, shape.place), renamed, (!parts.contains(&index)).then_some("type"))
    };
    let paths = old.paths.iter().filter(|(path, _)| !new.paths.contains_key(*path));
    paths.map(gone_of).collect()
}

/// Reports a type or set that has another name, or none. A `message` breaks; what is part of others changes with them.
fn gone(
    (path, place): (&str, &Place),
    renamed: Option<(String, &Place)>,
    message: Option<&str>,
) -> Finding {
    if let Some((new, other)) = renamed {
        let text = format!("`{path}` is now called `{new}`");
        let rule = (Level::Source, Rule::TypeRenamed);
        return finding(rule, path, (Some(place), Some(other)), text);
    }
    let level = if message.is_some() { Level::Wire } else { Level::Source };
    let text = format!("`{path}` was removed");
    let mut found = finding((level, Rule::TypeRemoved), path, (Some(place), None), text);
    found.breaks.extend(message.map(|what| {
        let why = format!("no {what} has this name anymore");
        Break { who: Who::OldWriter, extent: Extent::All, why }
    }));
    found
}

/// Adds the problems of both directions, those of one part as one finding, then what else is known of a change.
fn joined(
    mut findings: Vec<Finding>,
    problems: Vec<Finding>,
    others: Vec<Finding>,
) -> Vec<Finding> {
    for problem in problems {
        let same = |known: &&mut Finding| {
            (known.rule, &known.subject, &known.message)
                == (problem.rule, &problem.subject, &problem.message)
                && (&known.old, &known.new) == (&problem.old, &problem.new)
        };
        match findings.iter_mut().find(same) {
            Some(known) => known.breaks.extend(problem.breaks),
            None => findings.push(problem),
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

/// Checks whether a reader accepts everything that a writer can write.
struct Judge<'p> {
    log: Log,
    reader: &'p Protocol,
    writer: &'p Protocol,
    /// The pairs of types that were reported on, by the reader's and the writer's index, and whether that is finished.
    compared: BTreeMap<(usize, usize), bool>,
    /// By the reader's index, and the writer's or the text of a value that is written in its place.
    verdicts: &'p Verdicts<(usize, String), Vec<Break>>,
    /// Whether only the verdict is needed. Then types of the same name are compared, too.
    trial: bool,
    /// The values around the one that is compared: a newtype may contain itself.
    around: Vec<(Type, Marks, Type, Marks)>,
}

impl<'p> Judge<'p> {
    fn new(
        who: Who,
        (reader, writer): (&'p Protocol, &'p Protocol),
        verdicts: &'p Verdicts<(usize, String), Vec<Break>>,
    ) -> Self {
        let (log, compared) = (Log::of(who), BTreeMap::new());
        Self { log, reader, writer, compared, verdicts, trial: false, around: Vec::new() }
    }

    /// Compares all types and sets that both sides have.
    fn all(&mut self, pairs: &[(usize, usize, At)]) {
        self.sets();
        for (read, written, at) in pairs {
            self.types(*read, *written, at);
        }
    }

    /// Compares a reader's type with a writer's. In a report the parts of a pair are named once; after that it is said as a whole.
    fn types(&mut self, reader: usize, writer: usize, at: &At) {
        if self.trial {
            let pair = (reader, writer.to_string());
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
    fn trial(&self, run: impl FnOnce(&mut Self)) -> Verdict {
        let mut inner = self.inner();
        run(&mut inner);
        inner.log.worst()
    }

    /// Adds to the log what is known of a pair, or compares it.
    fn once(&mut self, pair: (usize, String), at: &At, compare: impl FnOnce(&mut Self)) {
        let found = self.verdicts.once(pair, || {
            let mut inner = self.inner();
            compare(&mut inner);
            let mut found: Vec<Break> = inner.log.breaks().collect();
            // One of each extent is enough.
            found.sort_by_key(|found| found.extent);
            found.dedup_by_key(|found| found.extent);
            found
        });
        for Break { extent, why, .. } in found {
            self.log.report(Rule::TypeChanged, at, String::new(), extent, why);
        }
    }

    /// Compares the same schemas without a report.
    fn inner(&self) -> Self {
        Judge {
            log: Log::of(self.log.who),
            compared: BTreeMap::new(),
            trial: true,
            around: Vec::new(),
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::{Judge, Outline, Verdicts, directions, pairs};
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
        let counts = directions(&old, &new).map(|(who, reader, writer)| {
            let verdicts = Verdicts::default();
            let mut judge = Judge::new(who, (reader, writer), &verdicts);
            judge.all(&pairs(&Outline::of_variants(reader), &Outline::of_variants(writer)));
            judge.compared.len() + verdicts.count()
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
