//! The work of `inspect`: messages out of an input of any length, those that are asked for, shown,
//! as JSON, or counted.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use godot_var::Limits;
//! use godot_var::{Dialect, Godot4};
//! use godot_var_cli::stream::{Form, Options, Source, run};
//! use godot_var_cli::variant::Variants;
//!
//! let wire = Variants::new(&Godot4::SPEC, Limits::DEFAULT);
//! // What store_var wrote: null, and 7.
//! let file = hex::decode("04000000000000000800000002000000 07000000".replace(' ', ""))?;
//! let mut source = Source::frames(&file[..], false, 1 << 20);
//! let options = Options { form: Form::Json, message: vec!["int".into()], ..Options::default() };
//! let mut output = Vec::new();
//! let outcome = run(&mut source, &wire, &options, &mut output, &AtomicBool::new(false))?;
//! assert!(outcome.is_good());
//! let line = r#"{"offset":8,"size":8,"value":7,"used":8}"#;
//! assert_eq!(String::from_utf8(output)?, format!("{line}\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! One JSON object a line, for each message:
//!
//! | Key | What |
//! |---|---|
//! | `offset` | the byte of the input at which the message begins: its length in a stream of frames, its line, its record in a capture |
//! | `line` | the number of its line, from 1, where lines are read |
//! | `number`, `time`, `source`, `destination` | of a capture: the packet's number from 1, seconds since 1970, addresses with ports |
//! | `transport`, `channel` | of a capture: `tcp`, `websocket`, or `enet` with its channel; neither for a message that is a datagram |
//! | `size` | its bytes |
//! | `hex` | with [`Options::hex`]: its bytes as hex digits |
//! | `wire` | `flat`, for a flat message among Variants |
//! | `message` | its name, or the number of one without a name; not there for a Variant that has neither |
//! | `value` | a value without a name in the form of [`natural`](crate::natural); a packet of the high-level multiplayer as `decode` prints it |
//! | `fields` | of messages with names, in place of `value`: what the message carries, in the form of [`natural`](crate::natural); of LLUDP its blocks, with the header next to them |
//! | `used` | how many bytes the value takes |
//! | `misfit` | with a schema: why the message is none of its types, with the path to the place |
//! | `likely` | the type, or `Type::Member`, that such a message is most like, or one with `error` and a schema |
//! | `error` | in place of `value`: `kind`, `offset` within the message, `message` |
//!
//! With [`Options::lossless`] `value` is always there, as `decode` prints it, and `fields` next to it, one level deep, has the
//! values of the fields in this form.
//!
//! What is wrong with the input itself, and not with a message, is an object with `offset` and `error` alone.

mod condition;
mod direction;
mod hex;
mod hints;
mod line;
mod live;
mod page;
mod piped;
mod recognize;
mod report;
mod source;
mod summary;
mod tail;

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use godot_var::DecodeError;
use godot_var::error::DecodeErrorKind;

pub use crate::message::Label;
pub use condition::{Condition, ConditionError};
pub use godot_var_codegen::names::{Misfit, Named, Names, Tree};
pub use hex::MaybeHex;
pub use hints::LeftOut;
pub use line::{Line, Shown, line, start};
pub use live::{Live, Sighting};
pub use piped::Piped;
pub use recognize::{Known, Recognized, recognize};
pub use source::{Fault, Item, Message, Origin, Packet, Skipped, Source};
pub use summary::{Sizes, Summary};
pub use tail::{Growing, Tail};

use crate::inspect::{ERROR, OFFSET};
use crate::wire::{Decoded, Wire};
use page::Page;

/// What is written about messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Their bytes with the meaning next to them.
    #[default]
    Dump,
    /// One line a message, see [`line`](fn@line).
    Line,
    /// One JSON object a line.
    Json,
    /// Counts and sizes, at the end.
    Summary,
    /// The same as one JSON object.
    SummaryJson,
    /// What the page of the inspector reads.
    Page,
}

/// Which messages are asked for, and how they are shown.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent")]
pub struct Options {
    /// What is written.
    pub form: Form,
    /// Only messages with one of these names, numbers or types.
    pub message: Vec<String>,
    /// Only messages for which all of these hold.
    pub conditions: Vec<Condition>,
    /// Only messages that are broken: that cannot be read, or that do not fit the schema.
    pub broken: bool,
    /// Whether JSON has the values in their lossless form.
    pub lossless: bool,
    /// Whether long values are shown to their last byte, and lines to their end.
    pub full: bool,
    /// Returns how many columns a line may take, if there is a limit.
    pub width: Option<fn() -> Option<usize>>,
    /// Whether the bytes of each message are also printed as hex digits.
    pub hex: bool,
    /// Whether what is written is flushed after each message.
    pub flush: bool,
}

impl Options {
    const fn selects(&self) -> bool {
        !self.message.is_empty() || !self.conditions.is_empty() || self.broken
    }
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Messages that were shown or counted.
    pub shown: u64,
    /// Messages that were not asked for.
    pub hidden: u64,
    /// Messages that were malformed.
    pub wrong: u64,
    /// Messages with bytes after them, of those that were decoded.
    pub trailing: u64,
    /// All messages, also those that were not asked for.
    pub all: u64,
    /// Of Variants: among the first 256 messages, packets of the high-level multiplayer that are not whole Variants.
    pub packets: u64,
    /// What was wrong with the input itself, such as a line that is not hex.
    pub faults: u64,
    /// Of a capture: parts of datagrams.
    pub fragments: u64,
    /// Of a capture: packets of which the snap length of the capture kept the start alone.
    pub cut: u64,
    /// Of a capture: bytes of streams that are missing, or belong to messages of which some are.
    pub lost: u64,
    /// Of a capture: streams and datagrams that are something else.
    pub unread: u64,
    /// Of a capture: packets of other protocols.
    pub others: u64,
    /// Of a capture: what was left out, by name and port.
    pub left_out: LeftOut,
    /// Counts and sizes, if a summary was asked for.
    pub summary: Summary,
}

impl Outcome {
    /// How many messages were shown and were not, in words, with escape codes for colors.
    pub fn counts(&self, options: &Options, is_capture: bool) -> String {
        let Self { shown, hidden, wrong, fragments, cut, others, lost, unread, .. } = self;
        let part = |is_told: bool, text: String| if is_told { text } else { String::new() };
        let hidden = part(options.selects(), format!(", hidden: {hidden}"));
        let unread = part(*unread > 0, format!(", {unread} unknown"));
        let lost = part(*lost > 0, format!(", {lost} bytes of streams"));
        let rest = format!(
            "; not read: {fragments} fragmented, {cut} cut, {others} of other protocols{unread}{lost}"
        );
        let rest = part(is_capture, rest);
        format!("{OFFSET}messages shown: {shown}{hidden}, wrong: {wrong}{rest}{OFFSET:#}")
    }

    /// Whether everything could be read.
    pub const fn is_good(&self) -> bool {
        self.wrong == 0 && self.faults == 0
    }
}

/// Reads all messages of a source, and shows those that are asked for.
///
/// A malformed message is shown where nothing is selected, or where it seems to be of a selected type: only a schema says. Otherwise it is
/// counted. When `stop` is set the input ends; what then ends too early is no
/// error.
///
/// # Errors
/// When reading or writing fails.
pub fn run<R: io::Read, W: Write>(
    source: &mut Source<R>,
    wire: &dyn Wire,
    options: &Options,
    output: &mut W,
    stop: &AtomicBool,
) -> io::Result<Outcome> {
    run_by_origin(source, |_, _| wire, options, output, stop)
}

/// The same with a wire for each message by what it was in and its bytes: the directions of a capture may have types of their own.
///
/// # Errors
/// When reading or writing fails.
pub fn run_by_origin<'a, R: io::Read, W: Write>(
    source: &mut Source<R>,
    of: impl Fn(&Origin, &[u8]) -> &'a dyn Wire,
    options: &'a Options,
    output: &'a mut W,
    stop: &AtomicBool,
) -> io::Result<Outcome> {
    let mut run = Run::new(of(&Origin::Whole, &[]), options, output, source.is_capture());
    while let Some(item) = source.next_item()? {
        let is_stopped = stop.load(Ordering::Relaxed);
        match item {
            Item::Message(message) if is_stopped && message.is_open => {}
            Item::Fault(fault) if is_stopped && fault.is_end => {}
            Item::Message(message) => {
                run.wire = of(&message.origin, message.payload());
                run.message(&message)?;
            }
            Item::Fault(fault) => run.fault(&fault)?,
            Item::Skipped(skipped) => run.skipped(skipped)?,
        }
        if options.flush {
            run.output.flush()?;
        }
        if is_stopped {
            break;
        }
    }
    run.outcome.summary.interrupted = stop.load(Ordering::Relaxed);
    run.end()
}

/// The number of messages that are tried on another wire.
const SAMPLED: u64 = 256;

struct Run<'a, W> {
    wire: &'a dyn Wire,
    options: &'a Options,
    output: &'a mut W,
    outcome: Outcome,
    /// When the first packet was captured.
    first: Option<i128>,
    /// Whether the source is a capture, and whether a packet was met in it.
    capture: bool,
    begun: bool,
    page: Page,
}

impl<'a, W: Write> Run<'a, W> {
    fn new(wire: &'a dyn Wire, options: &'a Options, output: &'a mut W, capture: bool) -> Self {
        let (outcome, page) = Default::default();
        Self { wire, options, output, outcome, first: None, capture, begun: false, page }
    }

    fn message(&mut self, message: &Message<'_>) -> io::Result<()> {
        self.begun = true;
        self.outcome.all += 1;
        if self.outcome.all <= SAMPLED && self.wire.is_packet_instead(message.payload()) {
            self.outcome.packets += 1;
        }
        let Options { form, full, .. } = *self.options;
        if form == Form::Dump && !self.options.selects() && !self.wire.has_schema() {
            report::header(message, self.options.hex, &mut self.first, self.output)?;
            let error = self.wire.show(message, None, full, self.output)?;
            self.outcome.shown += 1;
            if error.is_some() || message.missing > 0 {
                self.count_wrong(message);
            }
            return Ok(());
        }
        let payload = message.payload();
        let decoded = match self.wire.read(payload) {
            Ok(_) if message.missing > 0 => Err(cut(message)),
            decoded => decoded,
        };
        let decoded = match decoded {
            Ok(decoded) => decoded,
            Err(error) => return self.malformed(message, &error),
        };
        self.outcome.trailing += u64::from(decoded.used < payload.len());
        if !self.is_meant(&decoded) {
            self.outcome.hidden += 1;
            report::pass(message, &mut self.first);
            return Ok(());
        }
        self.outcome.shown += 1;
        match form {
            Form::Line => self.line(message, Ok(&decoded)),
            Form::Dump => {
                let Self { wire, options, first, output, .. } = self;
                let error =
                    report::dump(message, *wire, Ok(&decoded), None, options, first, output)?;
                self.outcome.wrong += u64::from(error.is_some());
                Ok(())
            }
            Form::Page => {
                self.count(message, &decoded);
                let error = self.page(message, Ok(&decoded), None)?;
                self.outcome.wrong += u64::from(error.is_some());
                Ok(())
            }
            Form::Json => report::json(message, self.wire, &decoded, self.options, self.output),
            Form::Summary | Form::SummaryJson => {
                self.count(message, &decoded);
                Ok(())
            }
        }
    }

    /// Counts a message that cannot be read. One of which a capture has the start alone is cut, not wrong.
    fn count_wrong(&mut self, message: &Message<'_>) {
        let is_cut = message.missing > 0 && matches!(message.origin, Origin::Packet(_));
        let count = if is_cut { &mut self.outcome.cut } else { &mut self.outcome.wrong };
        *count += 1;
    }

    fn count(&mut self, message: &Message<'_>, decoded: &Decoded) {
        self.outcome.summary.add(&decoded.counted_as(), message.payload().len());
        if let Origin::Packet(Packet { nanoseconds: Some(now), .. }) = message.origin {
            self.outcome.summary.at(now);
        }
    }

    fn page(
        &mut self,
        message: &Message<'_>,
        decoded: Result<&Decoded, &DecodeError>,
        likely: Option<&(String, Tree)>,
    ) -> io::Result<Option<DecodeError>> {
        let Self { wire, options, first, output, page, .. } = self;
        if !page.has_room(decoded.map_or(true, |decoded| decoded.misfit.is_some())) {
            report::pass(message, first);
            return Ok(None);
        }
        let (record, error) = page::record(message, *wire, decoded, likely, options, first)?;
        page.write(&record, output)?;
        Ok(error)
    }

    fn is_meant(&self, decoded: &Decoded) -> bool {
        let Options { message, conditions, broken, .. } = self.options;
        if *broken && decoded.misfit.is_none() {
            return false;
        }
        let likely = decoded.misfit.as_ref().and_then(|misfit| misfit.likely.as_ref());
        let is_it = |word: &String| {
            decoded.label.is(word) || likely.is_some_and(|name| Label::is_name(name, word))
        };
        if !message.is_empty() && !message.iter().any(is_it) {
            return false;
        }
        conditions.iter().all(|condition| condition.holds(&decoded.tree))
    }

    /// Whether a message that cannot be read seems to be one that is asked for.
    fn seems_meant(&self, likely: Option<&(String, Tree)>) -> bool {
        let Options { message, conditions, .. } = self.options;
        let Some((name, tree)) = likely else {
            return message.is_empty() && conditions.is_empty();
        };
        let is_it = |word: &String| Label::is_name(name, word);
        (message.is_empty() || message.iter().any(is_it))
            && conditions.iter().all(|condition| condition.holds(tree))
    }

    fn line(
        &mut self,
        message: &Message<'_>,
        decoded: Result<&Decoded, &DecodeError>,
    ) -> io::Result<()> {
        let start = report::start_of_line(message, &mut self.first);
        let width = self.options.width.filter(|_| !self.options.full).and_then(|width| width());
        let line = Line { start: &start, bytes: message.payload(), width, hide: &[] };
        match line::of(self.wire, decoded, line) {
            Some(Shown { text, .. }) => writeln!(self.output, "{text}"),
            None => Ok(()),
        }
    }

    fn malformed(&mut self, message: &Message<'_>, error: &DecodeError) -> io::Result<()> {
        self.count_wrong(message);
        let likely = self.wire.likely(message.payload());
        match self.options.form {
            Form::Summary | Form::SummaryJson => {
                self.outcome.summary.add_malformed(error.kind().name());
            }
            _ if !self.seems_meant(likely.as_ref()) => report::pass(message, &mut self.first),
            Form::Line => {
                self.outcome.shown += 1;
                self.line(message, Err(error))?;
            }
            Form::Dump => {
                self.outcome.shown += 1;
                let Self { wire, options, first, output, .. } = self;
                let likely = likely.as_ref();
                report::dump(message, *wire, Err(error), likely, options, first, output)?;
            }
            Form::Page => {
                self.outcome.shown += 1;
                self.outcome.summary.add_malformed(error.kind().name());
                self.page(message, Err(error), likely.as_ref())?;
            }
            Form::Json => {
                self.outcome.shown += 1;
                report::json_error(message, error, likely.as_ref(), self.options, self.output)?;
            }
        }
        Ok(())
    }

    fn fault(&mut self, fault: &Fault) -> io::Result<()> {
        // What is wrong in a packet is a message, if a wrong one.
        let is_message = matches!(fault.origin, Some(Origin::Packet(_)));
        let count = if is_message { &mut self.outcome.wrong } else { &mut self.outcome.faults };
        *count += 1;
        self.begun |= is_message;
        match self.options.form {
            Form::Summary | Form::SummaryJson => {
                self.outcome.summary.add_malformed(fault.kind);
                Ok(())
            }
            // A malformed message may be of a selected type, too: its bytes do not say.
            _ if is_message && self.options.selects() => Ok(()),
            form => {
                self.outcome.shown += u64::from(is_message);
                if form == Form::Json {
                    return report::json_fault(fault, self.output);
                }
                let mut text = Vec::new();
                match fault.origin {
                    Some(Origin::Packet(packet)) if form == Form::Dump => {
                        report::packet(&packet, 0, &mut self.first, &mut text)?;
                    }
                    Some(Origin::Packet(packet)) => {
                        let start = report::start_of_packet(&packet, &mut self.first);
                        write!(text, "{start}  ")?;
                    }
                    _ => {}
                }
                writeln!(text, "{ERROR}error:{ERROR:#} {}", fault.message)?;
                self.note(&text)
            }
        }
    }

    fn skipped(&mut self, skipped: Skipped) -> io::Result<()> {
        self.begun = true;
        match skipped {
            Skipped::Fragment { .. } => self.outcome.fragments += 1,
            Skipped::Cut { .. } => self.outcome.cut += 1,
            Skipped::Lost { count, .. } => self.outcome.lost += count,
            Skipped::Unread { what, .. } => {
                self.outcome.unread += 1;
                self.outcome.left_out.name(what);
            }
            Skipped::Other { what, .. } => {
                self.outcome.others += 1;
                self.outcome.left_out.name(what);
            }
            Skipped::First { .. } => {}
            Skipped::Port { ports, .. } => self.outcome.left_out.ports(ports),
        }
        let is_shown = matches!(self.options.form, Form::Dump | Form::Line | Form::Page);
        let mut text = Vec::new();
        report::skipped(skipped, is_shown, &mut self.first, &mut text)?;
        self.note(&text)
    }

    /// Writes what is told in place of a message.
    fn note(&mut self, text: &[u8]) -> io::Result<()> {
        match self.options.form {
            Form::Page => self.page.note(text, self.output),
            _ => self.output.write_all(text),
        }
    }

    fn end(self) -> io::Result<Outcome> {
        let Self { options, output, outcome, page, .. } = self;
        match options.form {
            Form::Json | Form::Line => {}
            Form::Page => page.end(&outcome, options, self.capture, output)?,
            Form::Summary => outcome.summary.write(output)?,
            Form::SummaryJson => writeln!(output, "{}", outcome.summary.to_json())?,
            Form::Dump => {
                let is_capture = self.capture && (self.begun || outcome.faults == 0);
                if is_capture || options.selects() {
                    writeln!(output, "{}", outcome.counts(options, is_capture))?;
                }
            }
        }
        output.flush()?;
        Ok(outcome)
    }
}

/// The error of a message that is not whole, though what is there could be read.
fn cut(message: &Message<'_>) -> DecodeError {
    let what =
        if matches!(message.origin, Origin::Frame { .. }) { "a frame" } else { "a datagram" };
    DecodeError::new(DecodeErrorKind::Incomplete, message.payload().len(), what, "")
}
