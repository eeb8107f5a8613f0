//! Dumps of LLUDP datagrams with their meaning.

use std::io::{self, Write};

use godot_var::error::DecodeErrorKind;
use godot_var::lludp::{ExtraPlace, Flags, HEADER_LEN, MIN_PACKET, MessageNumber, Options, expand};
use godot_var::{DecodeError, Reader};
use godot_var_schema::template::{Message, Quantity};

use super::Interpreter;
use super::read::{Event, shown as describe, walk};
use super::runs::{Run, raw_offset, runs};
use crate::Wire as _;
use crate::inspect::{ERROR, OFFSET, PLACE, ROW, SHORT_ROWS, TYPE, VALUE, hex_groups};

/// Writes a dump of a datagram. Runs in the cut part of a field are not shown.
pub(super) fn inspect(
    interpreter: &Interpreter,
    datagram: &[u8],
    full: bool,
    output: &mut dyn Write,
) -> io::Result<Option<DecodeError>> {
    let error = interpreter.read(datagram).err();
    let mut scratch = vec![0; interpreter.scratch_len(datagram)];
    let frame = Frame::new(datagram, &interpreter.options, &mut scratch);
    let mut rows = Rows {
        output,
        full,
        two_offsets: frame.zerocoded,
        datagram,
        runs: &frame.runs,
        shown_runs: 0,
    };
    header(datagram, &mut rows)?;
    if !frame.before.is_empty() {
        rows.field(Offset::Raw(HEADER_LEN), frame.before, 0, &colored(OFFSET, "extra header"))?;
    }
    let mut end = frame.start;
    if frame.zerocoded && datagram.len() >= MIN_PACKET {
        let (from, to) = (frame.coded.len(), frame.body.len());
        let text = if frame.is_whole {
            format!("body: {from} bytes, zero-coded, expands to {to}")
        } else {
            format!("body: {from} bytes, zero-coded, of which the first expand to {to}")
        };
        rows.field(Offset::Expanded(frame.start), &[], 0, &colored(OFFSET, &text))?;
    }
    // The message, as far as it could be read.
    let extra_len = if interpreter.options.extra == ExtraPlace::AfterNumber {
        datagram.get(HEADER_LEN - 1).copied().unwrap_or_default()
    } else {
        0
    };
    let mut reader = Reader::new(frame.body);
    if let Ok(number) = MessageNumber::read(&mut reader) {
        let at = interpreter.by_id.get(&number.id());
        let message = at.and_then(|at| interpreter.template.messages.get(*at));
        let bytes = frame.body.get(..number.encoded_len()).unwrap_or_default();
        rows.field(Offset::Expanded(end), bytes, 0, &title(message, number))?;
        end += bytes.len();
        if let Ok(extra) = reader.take(extra_len.into(), "the extra header") {
            if !extra.is_empty() {
                let text = colored(OFFSET, "extra header");
                rows.field(Offset::Expanded(end), extra, 0, &text)?;
                end += extra.len();
            }
            if let Some(message) = message {
                end = show_message(message, reader.rest(), end, &mut rows)?;
            }
        }
    }
    let rest = frame.body.get(end - frame.start..).unwrap_or_default();
    if !rest.is_empty() {
        let text = if error.is_some() { "not read" } else { "bytes after the last block" };
        rows.field(Offset::Expanded(end), rest, 0, &colored(OFFSET, text))?;
    }
    for (at, ack) in frame.acks.chunks_exact(4).enumerate() {
        let offset = frame.acks_offset + at * 4;
        let number = ack.iter().fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
        let text = format!("ack: {VALUE}{number}{VALUE:#}");
        rows.field(Offset::Raw(offset), ack, 0, &text)?;
    }
    if let [.., count] = frame.acks {
        let text = format!("number of acks: {VALUE}{count}{VALUE:#}");
        rows.field(Offset::Raw(datagram.len() - 1), &[*count], 0, &text)?;
    }
    if let Some(error) = &error {
        rows.error(&frame, error)?;
    }
    Ok(error)
}

fn colored(style: anstyle::Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Shows the header, as far as it is complete.
fn header(datagram: &[u8], rows: &mut Rows<'_>) -> io::Result<()> {
    if rows.two_offsets {
        writeln!(rows.output, "{OFFSET}raw       expanded{OFFSET:#}")?;
    }
    if let Some(flags) = datagram.first() {
        let names = [
            (Flags::ZEROCODED, "ZEROCODED"),
            (Flags::RELIABLE, "RELIABLE"),
            (Flags::RESENT, "RESENT"),
            (Flags::ACK, "ACK"),
        ];
        let set = Flags::from_bits(*flags);
        let mut words: Vec<String> = names
            .iter()
            .filter(|(flag, _)| set.contains(*flag))
            .map(|(_, name)| (*name).to_owned())
            .collect();
        if flags & 0x0F != 0 {
            words.push(format!("{:#04x} without a meaning", flags & 0x0F));
        }
        if words.is_empty() {
            words.push("none".to_owned());
        }
        let text = format!("flags: {VALUE}{}{VALUE:#}", words.join(", "));
        rows.field(Offset::Both(0), &[*flags], 0, &text)?;
    }
    if let Some(sequence) = datagram.get(1..5) {
        let number = sequence.iter().fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
        let text = format!("sequence number: {VALUE}{number}{VALUE:#}");
        rows.field(Offset::Both(1), sequence, 0, &text)?;
    }
    if let Some(len) = datagram.get(5) {
        let unit = if *len == 1 { "byte" } else { "bytes" };
        let text = format!("extra header: {VALUE}{len} {unit}{VALUE:#}");
        rows.field(Offset::Both(5), &[*len], 0, &text)?;
    }
    Ok(())
}

/// Describes the message number.
pub(super) fn title(message: Option<&Message>, number: MessageNumber) -> String {
    let Some(message) = message else {
        return format!("{ERROR}no message of the template{ERROR:#}, {number}");
    };
    let trusted = if message.trusted { "Trusted" } else { "NotTrusted" };
    let coding = if message.zerocoded { "Zerocoded" } else { "Unencoded" };
    format!("{TYPE}{}{TYPE:#}, {number}, {trusted}, {coding}", message.name)
}

/// Shows blocks and fields, and returns the end of the shown part in the expanded packet.
fn show_message(
    message: &Message,
    blocks: &[u8],
    offset: usize,
    rows: &mut Rows<'_>,
) -> io::Result<usize> {
    let mut end = 0;
    let mut shown = Ok(());
    // Shows what can be read. The caller reports the error.
    let _ = walk(message, blocks, |event| {
        if shown.is_err() {
            return;
        }
        shown = match event {
            Event::Block { block, count, start } => {
                let name = &block.name;
                let (len, quantity) = match block.quantity {
                    Quantity::Single => (0, "Single".to_owned()),
                    Quantity::Multiple(_) => (0, format!("Multiple {count}")),
                    Quantity::Variable => (1, format!("Variable, {VALUE}{count}{VALUE:#}")),
                };
                let bytes = blocks.get(start..start + len).unwrap_or_default();
                end = start + len;
                let text = format!("{PLACE}{name}{PLACE:#}: {quantity}");
                rows.field(Offset::Expanded(offset + start), bytes, 0, &text)
            }
            Event::Row => Ok(()),
            Event::Field { block, field, row, start, end: after, value } => {
                let bytes = blocks.get(start..after).unwrap_or_default();
                end = after;
                let index = match block.quantity {
                    Quantity::Single => String::new(),
                    Quantity::Multiple(_) | Quantity::Variable => format!("[{row}]."),
                };
                let (name, kind) = (&field.name, field.field_type);
                let value = describe(field.field_type, &value);
                let text = format!(
                    "{PLACE}{index}{name}{PLACE:#}: {TYPE}{kind}{TYPE:#}, {VALUE}{value}{VALUE:#}"
                );
                rows.field(Offset::Expanded(offset + start), bytes, 2, &text)
            }
            Event::Missing(block) => {
                let text = format!("{PLACE}{}{PLACE:#}: {OFFSET}not sent{OFFSET:#}", block.name);
                rows.field(Offset::Expanded(offset + blocks.len()), &[], 0, &text)
            }
        };
    });
    shown.map(|()| offset + end)
}

/// The parts of a datagram, as far as they can be found.
struct Frame<'a> {
    zerocoded: bool,
    /// The extra header, if it is before the number.
    before: &'a [u8],
    /// The offset of the body.
    start: usize,
    /// The body as sent.
    coded: &'a [u8],
    /// The expanded body, as far as it can be expanded.
    body: &'a [u8],
    is_whole: bool,
    runs: Vec<Run>,
    /// The acks and their count.
    acks: &'a [u8],
    acks_offset: usize,
}

impl<'a> Frame<'a> {
    fn new(datagram: &'a [u8], options: &Options, scratch: &'a mut [u8]) -> Self {
        let flags = Flags::from_bits(datagram.first().copied().unwrap_or_default());
        let zerocoded = flags.contains(Flags::ZEROCODED);
        let mut frame = Self {
            zerocoded,
            before: &[],
            start: datagram.len().min(HEADER_LEN),
            coded: &[],
            body: &[],
            is_whole: true,
            runs: Vec::new(),
            acks: &[],
            acks_offset: datagram.len(),
        };
        let Some(rest) = datagram.get(HEADER_LEN..) else { return frame };
        frame.coded = rest;
        if let (true, Some(count)) = (flags.contains(Flags::ACK), rest.last()) {
            // If the acks leave no body, they are an error, and everything counts as body.
            let len = usize::from(*count) * 4 + 1;
            if let Some((coded, acks)) = rest.split_at_checked(rest.len().saturating_sub(len))
                && !coded.is_empty()
            {
                (frame.coded, frame.acks) = (coded, acks);
                frame.acks_offset = HEADER_LEN + coded.len();
            }
        }
        if options.extra == ExtraPlace::BeforeNumber {
            let len = datagram.get(HEADER_LEN - 1).copied().unwrap_or_default();
            if let Some((before, coded)) = frame.coded.split_at_checked(len.into()) {
                (frame.before, frame.coded) = (before, coded);
                frame.start += before.len();
            }
        }
        frame.body = frame.coded;
        if zerocoded {
            let room = options.expanded.saturating_sub(frame.start).min(scratch.len());
            let scratch = scratch.get_mut(..room).unwrap_or_default();
            let mut coded = frame.coded;
            if let Err(error) = expand(coded, scratch) {
                frame.is_whole = false;
                coded = coded.get(..error.offset()).unwrap_or_default();
            }
            let len = expand(coded, scratch).unwrap_or_default();
            frame.body = scratch.get(..len).unwrap_or_default();
            frame.runs = runs(coded, frame.start);
        }
        frame
    }
}

/// The offset of a row.
#[derive(Clone, Copy)]
enum Offset {
    /// In the header, which is never zero-coded.
    Both(usize),
    Raw(usize),
    Expanded(usize),
}

struct Rows<'a> {
    output: &'a mut dyn Write,
    full: bool,
    two_offsets: bool,
    datagram: &'a [u8],
    runs: &'a [Run],
    shown_runs: usize,
}

impl Rows<'_> {
    /// Writes bytes in rows, with a text next to the first row.
    fn field(&mut self, at: Offset, bytes: &[u8], indent: usize, text: &str) -> io::Result<()> {
        let shown = if self.full { bytes.len() } else { bytes.len().min(SHORT_ROWS * ROW) };
        let (shown, hidden) = bytes.split_at(shown);
        let mut text = Some(text);
        let mut place = at;
        // A field without bytes gets a row, too.
        let empty: Option<&[u8]> = shown.is_empty().then_some(&[]);
        for chunk in shown.chunks(ROW).chain(empty) {
            self.runs_before(place.end(chunk.len()), indent)?;
            self.row(place, chunk, indent, text.take().unwrap_or_default())?;
            place = place.moved(chunk.len());
        }
        if !hidden.is_empty() {
            while self.next_run(place.end(hidden.len())).is_some() {
                self.shown_runs += 1;
            }
            let columns = if self.two_offsets { 20 } else { 10 };
            let more = format!("… {} more bytes", hidden.len());
            writeln!(self.output, "{:columns$}{OFFSET}{more}{OFFSET:#}", "")?;
        }
        Ok(())
    }

    /// Returns the next run that begins before `end` in the expanded packet.
    fn next_run(&self, end: Option<usize>) -> Option<Run> {
        let run = self.runs.get(self.shown_runs)?;
        end.is_some_and(|end| run.expanded < end).then_some(*run)
    }

    fn runs_before(&mut self, end: Option<usize>, indent: usize) -> io::Result<()> {
        while let Some(Run { raw, len, expanded, zeros }) = self.next_run(end) {
            self.shown_runs += 1;
            let hex = hex_groups(self.datagram.get(raw..raw + len.min(ROW)).unwrap_or_default());
            let unit = if zeros == 1 { "zero" } else { "zeros" };
            let cut = if len > ROW { format!(" in {len} bytes") } else { String::new() };
            let text = format!("{OFFSET}zero-code run: {zeros} {unit}{cut}{OFFSET:#}");
            self.line(Some(raw), Some(expanded), &hex, indent, &text)?;
        }
        Ok(())
    }

    fn row(&mut self, at: Offset, bytes: &[u8], indent: usize, text: &str) -> io::Result<()> {
        let (raw, expanded) = match at {
            Offset::Both(at) => (Some(at), Some(at)),
            Offset::Raw(at) => (Some(at), None),
            Offset::Expanded(at) => (Some(raw_offset(self.runs, at)), Some(at)),
        };
        self.line(raw, expanded, &hex_groups(bytes), indent, text)
    }

    fn line(
        &mut self,
        raw: Option<usize>,
        expanded: Option<usize>,
        hex: &str,
        indent: usize,
        text: &str,
    ) -> io::Result<()> {
        let column = |at: Option<usize>| at.map_or_else(String::new, |at| format!("{at:08x}"));
        write!(self.output, "{OFFSET}{:8}{OFFSET:#}  ", column(raw))?;
        if self.two_offsets {
            write!(self.output, "{OFFSET}{:8}{OFFSET:#}  ", column(expanded))?;
        }
        if text.is_empty() {
            writeln!(self.output, "{hex}")
        } else {
            let columns = 37 + indent;
            writeln!(self.output, "{hex:columns$}{text}")
        }
    }

    /// Shows an error, and the bytes around it with a caret.
    fn error(&mut self, frame: &Frame<'_>, error: &DecodeError) -> io::Result<()> {
        let datagram = self.datagram;
        // Offsets of frame errors are in the datagram, those of message errors in the expanded packet.
        let in_frame = datagram.len() < MIN_PACKET
            || matches!(
                error.kind(),
                DecodeErrorKind::InvalidLength | DecodeErrorKind::LimitExceeded
            );
        let (bytes, start) = if in_frame { (datagram, 0) } else { (frame.body, frame.start) };
        let at = error.offset().clamp(start, start + bytes.len());
        // For an error after the last byte, show the row of that byte.
        let within = at - start;
        let row = if within == bytes.len() { within.saturating_sub(1) } else { within } / ROW * ROW;
        let chunk = bytes.get(row..bytes.len().min(row + ROW)).unwrap_or_default();
        let offset = if in_frame { Offset::Raw(row) } else { Offset::Expanded(start + row) };
        self.row(offset, chunk, 0, "")?;
        let within = within - row;
        let column = if self.two_offsets { 20 } else { 10 } + within * 2 + within / 4;
        writeln!(self.output, "{:column$}{ERROR}^^{ERROR:#}", "")?;
        let kind = error.kind().name();
        let whose = if self.two_offsets && !in_frame { " of the expanded packet" } else { "" };
        writeln!(self.output, "{ERROR}error:{ERROR:#} {error}{whose} ({kind})")
    }
}

impl Offset {
    const fn moved(self, by: usize) -> Self {
        match self {
            Self::Both(at) => Self::Both(at + by),
            Self::Raw(at) => Self::Raw(at + by),
            Self::Expanded(at) => Self::Expanded(at + by),
        }
    }

    /// Returns the end of `len` bytes in the expanded packet, if they are in it.
    const fn end(self, len: usize) -> Option<usize> {
        match self {
            Self::Expanded(at) => Some(at + len),
            Self::Both(_) | Self::Raw(_) => None,
        }
    }
}
