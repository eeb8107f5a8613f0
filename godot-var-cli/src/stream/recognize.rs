//! What an input is, by its content.

use std::io::{self, Cursor, Read};

use crate::input::{self, InvalidHex, Notation};
use crate::pcap::{PREFIX, is_capture};

/// How much of an input is looked at before it is known to be long.
const SNIFFED: usize = 64 << 10;

/// Longer messages are not read on trial.
const MAX_TRIED: usize = 1 << 20;

/// The numbers of frames and of lines that are read on trial.
const TRIALS: usize = 64;

/// What an input is, with the input itself from its beginning.
pub enum Recognized<'r> {
    /// One message.
    Whole(Vec<u8>),
    /// Values after their lengths.
    Frames {
        /// The values.
        input: Box<dyn Read + 'r>,
        /// Whether the lengths are big-endian.
        big_endian: bool,
    },
    /// A message in each line.
    Lines(Box<dyn Read + 'r>),
    /// A capture of tcpdump or Wireshark.
    Capture(Box<dyn Read + 'r>),
}

/// What is known before an input is looked at.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// How the bytes are written, if the user has said it.
    pub notation: Option<Notation>,
    /// Whether messages may be after their lengths.
    pub frames: bool,
    /// Whether the input was typed: then it is text.
    pub typed: bool,
    /// The largest message, in bytes.
    pub max: usize,
    /// Whether these bytes are a message from their first byte to their last.
    pub reads: &'a dyn Fn(&[u8]) -> bool,
}

/// Recognizes an input by its content. Returns a note if it may be something else, too.
///
/// Looks at 64 KiB of a long input, and at all of a message. Reads messages on trial only up to 1 MiB.
///
/// # Errors
/// If reading fails. [`io::ErrorKind::InvalidData`] for a message of more than [`Known::max`] bytes, [`io::ErrorKind::InvalidInput`] for a
/// text that is something else, such as a Rust file.
pub fn recognize<'r>(
    mut input: impl Read + 'r,
    known: Known<'_>,
) -> io::Result<(Recognized<'r>, Option<String>)> {
    let mut start = Vec::new();
    fill(&mut input, &mut start, PREFIX)?;
    if !known.typed && known.notation.is_none() && is_capture(&start) {
        return Ok((Recognized::Capture(Box::new(Cursor::new(start).chain(input))), None));
    }
    fill(&mut input, &mut start, SNIFFED)?;
    if start.len() == SNIFFED && known.notation.is_none() && !known.typed {
        let end = start.iter().rposition(|byte| *byte == b'\n').unwrap_or_default();
        let is_lines = known.is_lines(&start[..end]);
        let big_endian = [false, true].into_iter().find(|it| known.is_frames(&start, *it, false));
        let rest = |start| Box::new(Cursor::new(start).chain(input));
        match big_endian {
            _ if is_lines => return Ok((Recognized::Lines(rest(start)), None)),
            Some(big_endian) => {
                return Ok((Recognized::Frames { input: rest(start), big_endian }, None));
            }
            None => {
                let mut input = rest(start);
                let bytes = whole(&mut input, Vec::new(), known.max)?;
                return known.bytes_of(bytes);
            }
        }
    }
    let bytes = whole(&mut input, start, known.max)?;
    known.bytes_of(bytes)
}

/// Reads until `count` bytes are there, or the input ends.
fn fill(input: &mut impl Read, start: &mut Vec<u8>, count: usize) -> io::Result<()> {
    let missing = count.saturating_sub(start.len()) as u64;
    input.by_ref().take(missing).read_to_end(start).map(drop)
}

fn whole(input: &mut impl Read, mut bytes: Vec<u8>, max: usize) -> io::Result<Vec<u8>> {
    let left = (max as u64).saturating_add(1).saturating_sub(bytes.len() as u64);
    input.by_ref().take(left).read_to_end(&mut bytes)?;
    if bytes.len() > max { Err(too_long(max)) } else { Ok(bytes) }
}

fn too_long(max: usize) -> io::Error {
    let message = format!("more than {max} bytes, which is too long for one message");
    io::Error::new(io::ErrorKind::InvalidData, message)
}

impl Known<'_> {
    fn reads(&self, bytes: &[u8]) -> bool {
        bytes.len() <= MAX_TRIED && (self.reads)(bytes)
    }

    fn is_lines(&self, text: &[u8]) -> bool {
        let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
        let lines: Vec<&[u8]> = lines.filter(|line| !line.is_empty()).take(TRIALS).collect();
        let read = |line: &&&[u8]| input::parse(line).is_ok_and(|bytes| self.reads(&bytes));
        lines.len() > 1 && lines.iter().find(read).is_some()
    }

    /// Whether bytes are values after their lengths. `whole` says that there are no more bytes.
    fn is_frames(&self, bytes: &[u8], big_endian: bool, whole: bool) -> bool {
        if !self.frames {
            return false;
        }
        let (mut rest, mut count, mut read) = (bytes, 0, 0);
        while let Some((length, after)) = rest.split_first_chunk::<PREFIX>() {
            let length =
                if big_endian { u32::from_be_bytes(*length) } else { u32::from_le_bytes(*length) };
            let Some((payload, after)) = after.split_at_checked(length as usize) else { break };
            // Every value has a header.
            if payload.len() < PREFIX {
                return false;
            }
            if count < TRIALS {
                read += usize::from(self.reads(payload));
            }
            count += 1;
            rest = after;
        }
        let is_exact = rest.is_empty() && whole;
        // The last of them may be cut, and one of them broken.
        count > 0 && (is_exact || (count > 1 && read > 0 && 2 * read >= count.min(TRIALS)))
    }

    /// What the bytes of an input are that is not a capture.
    fn bytes_of<'r>(&self, bytes: Vec<u8>) -> io::Result<(Recognized<'r>, Option<String>)> {
        let unreadable = |InvalidHex { offset, message }| {
            let message = format!("{message} (at character {offset})");
            io::Error::new(io::ErrorKind::InvalidInput, message)
        };
        if self.notation == Some(Notation::Bytes) {
            return Ok((Recognized::Whole(bytes), None));
        }
        if let Some(notation) = self.notation {
            let bytes = notation.parse(&bytes).map_err(unreadable)?;
            // A dump may repeat rows.
            let is_short = bytes.len() <= self.max;
            return if is_short {
                Ok(self.message_or_frames(bytes))
            } else {
                Err(too_long(self.max))
            };
        }
        if bytes.trim_ascii().is_empty() {
            return Ok((Recognized::Whole(Vec::new()), Some("the input is empty".to_owned())));
        }
        let readings = input::readings(&bytes);
        if readings.iter().any(|(_, bytes)| bytes.len() > self.max) {
            return Err(too_long(self.max));
        }
        let reads = |bytes: &[u8]| {
            self.reads(bytes) || [false, true].iter().any(|it| self.is_frames(bytes, *it, true))
        };
        let good: Vec<bool> = readings.iter().map(|(_, bytes)| reads(bytes)).collect();
        if !good.contains(&true) && self.is_lines(&bytes) {
            return Ok((Recognized::Lines(Box::new(Cursor::new(bytes))), None));
        }
        // Base64 that reads as nothing may be any word.
        let fits = |at: &usize| good[*at] || readings[*at].0 != Notation::Base64;
        let all: Vec<usize> = (0..readings.len()).filter(fits).collect();
        let best = all.iter().find(|at| good[**at]).or(all.first()).copied();
        let other = all.iter().find(|at| {
            best.is_some_and(|best| {
                **at != best && good[**at] == good[best] && readings[**at].1 != readings[best].1
            })
        });
        let other = other.map(|at| readings[*at].0.name());
        let base64 = readings.iter().any(|(notation, _)| *notation == Notation::Base64);
        match best {
            Some(best) => {
                let Some((notation, bytes)) = readings.into_iter().nth(best) else {
                    return self.message_or_other(bytes);
                };
                let (recognized, note) = self.message_or_other(bytes)?;
                let other = other.map(|other| {
                    let name = notation.name();
                    format!("read as {name}; `--input {other}` reads it as {other}")
                });
                Ok((recognized, other.or(note)))
            }
            None => {
                let something = other_text(&bytes);
                if let Some(what) = something {
                    return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
                }
                if !self.typed {
                    return match input::refusal(&bytes) {
                        Some(error) => Err(unreadable(error)),
                        None => self.message_or_other(bytes),
                    };
                }
                let error = input::parse(&bytes).err().map_or_else(
                    || io::Error::new(io::ErrorKind::InvalidInput, "not bytes"),
                    unreadable,
                );
                let way = if base64 { "; `--input base64` reads it as base64" } else { "" };
                Err(io::Error::new(error.kind(), format!("{error}{way}")))
            }
        }
    }

    /// One message, or values after their lengths, unless the bytes begin as another file does.
    fn message_or_other<'r>(&self, bytes: Vec<u8>) -> io::Result<(Recognized<'r>, Option<String>)> {
        match FILES.iter().find(|(start, _)| bytes.starts_with(start)) {
            Some((_, what)) if !self.reads(&bytes) => {
                let message = format!("{what}; `--input bytes` reads it as a message");
                Err(io::Error::new(io::ErrorKind::InvalidInput, message))
            }
            _ => Ok(self.message_or_frames(bytes)),
        }
    }

    /// One message, or values after their lengths.
    fn message_or_frames<'r>(&self, bytes: Vec<u8>) -> (Recognized<'r>, Option<String>) {
        let big_endian = [false, true].into_iter().find(|it| self.is_frames(&bytes, *it, true));
        match big_endian {
            Some(_) if self.reads(&bytes) => {
                let note = "read as one message; `--framed` reads messages after their lengths";
                (Recognized::Whole(bytes), Some(note.to_owned()))
            }
            Some(big_endian) => {
                (Recognized::Frames { input: Box::new(Cursor::new(bytes)), big_endian }, None)
            }
            None => (Recognized::Whole(bytes), None),
        }
    }
}

/// The files that begin like this, and the way to use them.
const FILES: [(&[u8], &str); 7] = [
    (
        b"GCPF",
        "it is a file of `FileAccess.open_compressed`; save it with `FileAccess.open`, or send its content from the engine",
    ),
    (
        b"GDEC",
        "it is a file of `FileAccess.open_encrypted` or of a `ConfigFile`; save it with `FileAccess.open`, without encryption",
    ),
    (
        b"RSRC",
        "it is a resource of `ResourceSaver` (.res, .scn); save values with `FileAccess.store_var`, or as text (.tres)",
    ),
    (
        b"RSCC",
        "it is a compressed resource of `ResourceSaver` (.res, .scn); save values with `FileAccess.store_var`, or as text (.tres)",
    ),
    (b"GDPC", "it is a pack of an exported game (.pck); unpack it, and name a file in it"),
    (b"\x1f\x8b\x08", "it is compressed by gzip: `gzip -dc FILE | godot-var inspect`"),
    (b"\x28\xb5\x2f\xfd", "it is compressed by zstd: `zstd -dc FILE | godot-var inspect`"),
];

/// What a text is that is not bytes, and the way to use it.
fn other_text(bytes: &[u8]) -> Option<&'static str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let is_rust = ["#[derive(", "pub struct ", "pub enum ", "pub mod "];
    if is_rust.iter().any(|part| text.contains(part)) {
        return Some(
            "it is a Rust file; name it with --schema, and the messages without an option",
        );
    }
    // A list of numbers was meant as bytes.
    let is_numbers = !text.contains(['"', '{']);
    let is_json = !is_numbers
        && text.trim_start().starts_with(['{', '[', '"'])
        && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    is_json.then_some(
        "it is JSON; `godot-var encode` makes bytes of it, `--input bytes` reads it as a message",
    )
}
