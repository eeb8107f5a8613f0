//! Dumps of bytes with their meaning.
//!
//! ```text
//! 00000000  1b000000 01000000                    Dictionary, 1 entry
//! 00000008  04000000 02000000 68700000             key 0: String, 2 bytes, "hp"
//! 00000014  02000000 64000000                      "hp": int, 100
//! ```
//!
//! This module only formats what [`godot_var_codegen::inspect::walk`] visits.

use std::io::{self, Write};
use std::slice;

use anstyle::{AnsiColor, Style};
use godot_var::dialect::{DialectSpec, Generation};
use godot_var::error::DecodeErrorKind;
use godot_var::{DecodeError, Dialect, Godot3, Godot4, Limits};
use godot_var_codegen::inspect::{Part, Piece, Place, walk, walk_frames};
use godot_var_codegen::names::Note;

/// Options of a dump.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The dialect of the bytes.
    pub spec: &'static DialectSpec,
    /// The limits of the walk.
    pub limits: Limits,
    /// Whether to show long runs of bytes in full.
    pub full: bool,
}

/// The number of bytes in a row of the dump.
pub(crate) const ROW: usize = 16;
/// The width of [`ROW`] bytes in hex, in groups of four.
const HEX_COLUMNS: usize = ROW * 2 + ROW / 4 - 1;
/// The number of rows that are shown of one value.
pub(crate) const SHORT_ROWS: usize = 6;

pub(crate) const OFFSET: Style = Style::new().dimmed();
pub(crate) const TYPE: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const PLACE: Style = AnsiColor::Yellow.on_default();
pub(crate) const VALUE: Style = AnsiColor::Green.on_default();
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();

/// Writes an annotated dump with escape codes for colors. Returns the error of the bytes, if they have one; the dump shows the bytes before
/// it and the error itself.
///
/// # Errors
/// If writing fails.
pub fn inspect(
    bytes: &[u8],
    options: &Options,
    output: &mut (impl Write + ?Sized),
) -> io::Result<Option<DecodeError>> {
    inspect_named(bytes, options, &[], output)
}

/// Works like [`inspect`], and also shows the schema's names for each value, in the order of their headers.
///
/// # Errors
/// If writing fails.
pub fn inspect_named(
    bytes: &[u8],
    options: &Options,
    notes: &[Note],
    output: &mut (impl Write + ?Sized),
) -> io::Result<Option<DecodeError>> {
    dump(bytes, 0, bytes, (options, notes), output, |visit| {
        walk(bytes, options.limits, options.spec, visit)
    })
}

/// Does the same for a frame: a length, as `store_var` and `StreamPeer.put_var` write it, and its value. `base` is the offset of the frame
/// in the stream, from which offsets are counted. `notes` is as for [`inspect_named`].
///
/// # Errors
/// If writing fails.
pub fn inspect_frame(
    frame: &[u8],
    base: usize,
    big_endian: bool,
    options: &Options,
    notes: &[Note],
    output: &mut (impl Write + ?Sized),
) -> io::Result<Option<DecodeError>> {
    let Options { spec, limits, .. } = *options;
    let value = frame.get(4..).unwrap_or_default();
    dump(frame, base, value, (options, notes), output, |visit| {
        walk_frames(frame, big_endian, limits, spec, visit).map(|_| frame.len())
    })
}

fn dump<'a, W: Write + ?Sized>(
    bytes: &'a [u8],
    base: usize,
    value: &[u8],
    (options, notes): (&Options, &[Note]),
    output: &mut W,
    walk: impl FnOnce(&mut dyn FnMut(Piece<'a>)) -> Result<usize, DecodeError>,
) -> io::Result<Option<DecodeError>> {
    let mut dump = Dump::new(output, options.full, base, notes);
    let mut written = Ok(());
    let mut has_rest = false;
    let walked = walk(&mut |piece| {
        has_rest |= matches!(piece.part, Part::Trailing(_));
        if written.is_ok() {
            written = dump.piece(piece);
        }
    });
    written?;
    dump.end_value()?;
    match walked {
        Ok(used) => {
            let rest = bytes.get(used..).unwrap_or_default();
            if !rest.is_empty() {
                dump.piece(Piece {
                    offset: used,
                    bytes: rest,
                    depth: 0,
                    place: Place::Root,
                    part: Part::Trailing(rest),
                })?;
                dump.end_value()?;
            }
            if has_rest || !rest.is_empty() {
                other_wire(value, options, output)?;
            }
            Ok(None)
        }
        Err(error) => {
            dump.error(bytes, &error)?;
            if error.kind() == DecodeErrorKind::ObjectRefused {
                writeln!(
                    output,
                    "{ERROR}hint:{ERROR:#} `--objects` shows objects with their properties"
                )?;
            }
            other_wire(value, options, output)?;
            Ok(Some(error))
        }
    }
}

/// Longer values are not tried on another wire.
const MAX_TRIED: usize = 1 << 20;

/// Writes a hint if a value that cannot be read is one of the other generation of the engine.
fn other_wire(
    value: &[u8],
    options: &Options,
    output: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let (spec, wire, engine) = match options.spec.generation {
        Generation::Godot3 => (&Godot4::SPEC, "godot4", "Godot 4"),
        Generation::Godot4 => (&Godot3::SPEC, "godot3", "Godot 3"),
    };
    let is_whole = value.len() <= MAX_TRIED
        && walk(value, options.limits, spec, &mut |_| ()).is_ok_and(|used| used == value.len());
    if is_whole {
        let len = value.len();
        writeln!(
            output,
            "{ERROR}hint:{ERROR:#} these {len} bytes are one value of {engine}: `--wire {wire}`"
        )?;
    }
    Ok(())
}

struct Dump<'a, W: ?Sized> {
    output: &'a mut W,
    full: bool,
    /// The offset of the bytes in the input.
    base: usize,
    /// The offset and the bytes of the current row.
    row: Vec<u8>,
    row_offset: usize,
    /// The description of the row.
    text: String,
    /// The indentation of the text for the value's depth.
    indent: usize,
    /// The number of rows shown and of bytes left out for this value.
    rows: usize,
    hidden: usize,
    /// The end of the visited bytes.
    end: usize,
    /// The schema's names for the values whose headers follow, and for the current one.
    notes: slice::Iter<'a, Note>,
    note: Option<&'a Note>,
}

impl<'a, W: Write + ?Sized> Dump<'a, W> {
    fn new(output: &'a mut W, full: bool, base: usize, notes: &'a [Note]) -> Self {
        Self {
            output,
            full,
            base,
            row: Vec::new(),
            row_offset: 0,
            text: String::new(),
            indent: 0,
            rows: 0,
            hidden: 0,
            end: 0,
            notes: notes.iter(),
            note: None,
        }
    }

    fn piece(&mut self, piece: Piece<'_>) -> io::Result<()> {
        // A piece that begins a value, or belongs to none, starts a row.
        let opens =
            matches!(piece.part, Part::Header { .. } | Part::FrameLength(_) | Part::Trailing(_));
        if opens {
            self.end_value()?;
            self.indent = piece.depth * 2;
        } else if self.row.len() + piece.bytes.len() > ROW {
            self.end_row()?;
        }
        if self.row.is_empty() {
            self.row_offset = piece.offset;
        }
        self.end = piece.offset + piece.bytes.len();
        if matches!(piece.part, Part::Header { .. }) {
            self.note = self.notes.next();
        }
        self.annotate(&piece);
        self.fill(piece.bytes)
    }

    fn annotate(&mut self, piece: &Piece<'_>) {
        use std::fmt::Write as _;
        // Skip texts of rows that are left out, and padding, which needs no description.
        let aligns = matches!(piece.part, Part::Padding(bytes) if bytes.iter().all(|b| *b == 0));
        if self.is_hidden() || (aligns && !self.text.is_empty()) {
            return;
        }
        if !self.text.is_empty() {
            self.text.push_str(", ");
        }
        let written = match piece.part {
            Part::Header { .. } if piece.place == Place::Root => {
                write!(self.text, "{TYPE}{}{TYPE:#}", piece.part)
            }
            Part::Header { .. } => {
                let mut place = piece.place.to_string();
                let field = self.note.and_then(|note| note.field.as_deref());
                let is_key = matches!(piece.place, Place::Entry(key) if field == Some(key));
                if let Some(field) = field.filter(|_| !is_key) {
                    place = format!("{place} ({field})");
                }
                write!(self.text, "{PLACE}{place}{PLACE:#}: {TYPE}{}{TYPE:#}", piece.part)
            }
            Part::Int(_) | Part::Float(_) | Part::Single(_) | Part::Text { what: "", .. } => {
                let note = self.note.take();
                let variant = note.and_then(|note| note.variant.as_deref());
                let part = match piece.part {
                    Part::Float(real) if note.is_some_and(|note| note.is_single) => {
                        Part::Single(real as f32)
                    }
                    part => part,
                };
                let written = write!(self.text, "{VALUE}{part}{VALUE:#}");
                match variant {
                    Some(name) => written.and_then(|()| write!(self.text, " ({name})")),
                    None => written,
                }
            }
            Part::Count { .. } | Part::Length(_) | Part::ElementType { .. } => {
                write!(self.text, "{}", piece.part)
            }
            Part::Padding(_) | Part::FrameLength(_) | Part::Trailing(_) => {
                write!(self.text, "{OFFSET}{}{OFFSET:#}", piece.part)
            }
            _ => write!(self.text, "{VALUE}{}{VALUE:#}", piece.part),
        };
        debug_assert!(written.is_ok(), "a String takes every text");
    }

    fn is_hidden(&self) -> bool {
        !self.full && self.rows >= SHORT_ROWS
    }

    fn fill(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            if self.row.len() == ROW {
                self.end_row()?;
            }
            if self.is_hidden() {
                self.hidden += bytes.len();
                return Ok(());
            }
            let (now, later) = bytes.split_at(bytes.len().min(ROW - self.row.len()));
            self.row.extend_from_slice(now);
            bytes = later;
        }
        Ok(())
    }

    fn end_row(&mut self) -> io::Result<()> {
        if self.row.is_empty() {
            return Ok(());
        }
        write!(self.output, "{OFFSET}{:08x}{OFFSET:#}  ", self.base + self.row_offset)?;
        let hex = hex_groups(&self.row);
        if self.text.is_empty() {
            writeln!(self.output, "{hex}")?;
        } else {
            let columns = HEX_COLUMNS + 2 + self.indent;
            writeln!(self.output, "{hex:columns$}{}", self.text)?;
        }
        self.row_offset += self.row.len();
        self.row.clear();
        self.text.clear();
        self.rows += 1;
        Ok(())
    }

    fn end_value(&mut self) -> io::Result<()> {
        self.end_row()?;
        self.text.clear();
        if self.hidden > 0 {
            let (hidden, columns) = (self.hidden, HEX_COLUMNS + 2 + self.indent);
            let more = format!("… {hidden} more bytes");
            writeln!(self.output, "{:10}{OFFSET}{more:columns$}{OFFSET:#}", "")?;
        }
        self.rows = 0;
        self.hidden = 0;
        Ok(())
    }

    /// Shows an error, and the bytes around it with a caret.
    fn error(&mut self, bytes: &[u8], error: &DecodeError) -> io::Result<()> {
        let at = error.offset().min(bytes.len());
        // If the error is in bytes that were shown already, show them again.
        let start = if at >= self.end { self.end } else { at };
        let skipped = (at - start) / ROW * ROW;
        // For an error at the end of the bytes, the caret is after the last one.
        let skipped = if at == bytes.len() && skipped > 0 && (at - start).is_multiple_of(ROW) {
            skipped - ROW
        } else {
            skipped
        };
        if skipped > 0 {
            writeln!(self.output, "{:10}{OFFSET}… {skipped} bytes not read{OFFSET:#}", "")?;
        }
        let start = start + skipped;
        let row = bytes.get(start..bytes.len().min(start + ROW)).unwrap_or_default();
        let offset = self.base + start;
        writeln!(self.output, "{OFFSET}{offset:08x}{OFFSET:#}  {}", hex_groups(row))?;
        let within = at - start;
        let column = 10 + within * 2 + within / 4;
        writeln!(self.output, "{:column$}{ERROR}^^{ERROR:#}", "")?;
        let error = error.clone().moved(self.base);
        writeln!(self.output, "{ERROR}error:{ERROR:#} {error} ({})", error.kind().name())
    }
}

pub(crate) fn hex_groups(bytes: &[u8]) -> String {
    bytes.chunks(4).map(hex::encode).collect::<Vec<_>>().join(" ")
}
