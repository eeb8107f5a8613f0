//! The input of `inspect` that no option describes.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::Path;

use godot_var_cli::Wire;
use godot_var_cli::input::Notation;
use godot_var_cli::stream::{Known, Recognized, Source, recognize};

use super::wires::Wires;
use crate::settings::wires::{refused, too_short};

/// What the user has said about an input.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    /// The text of the command line.
    pub(super) argument: &'a str,
    /// Whether that is the input itself, and no file.
    pub(super) typed: bool,
    pub(super) notation: Option<Notation>,
    /// Whether lengths are big-endian, if the input has them.
    pub(super) form: Option<bool>,
    /// The largest message, in bytes.
    pub(super) max: usize,
    /// How many bytes of the value's own are before it.
    pub(super) offset: u64,
}

/// Opens an input as what it is. Prints a note if it may be something else, too.
pub(super) fn recognized(
    input: Box<dyn Read>,
    asked: Asked<'_>,
    wires: &Wires,
    capture: impl FnOnce(Box<dyn Read>) -> Source<Box<dyn Read>>,
) -> io::Result<Source<Box<dyn Read>>> {
    let Asked { argument, typed, notation, form, max, offset } = asked;
    let start = usize::try_from(offset).unwrap_or(usize::MAX);
    let Wires { to_server, to_client, .. } = wires;
    let reads = |bytes: &[u8]| {
        let bytes = bytes.get(start..).unwrap_or_default();
        let all = |wire: &dyn Wire| wire.read(bytes).is_ok_and(|it| it.used == bytes.len());
        all(&**to_server) || all(&**to_client)
    };
    let frames = form.is_none() && to_server.carried().is_variants();
    let known = Known { notation, frames, typed, max, reads: &reads };
    let (recognized, note) = recognize(input, known).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => {
            let way = "streams are read with --framed, --lines or --pcap, longer messages with --max-message";
            io::Error::new(error.kind(), format!("{argument}: {error}; {way}"))
        }
        io::ErrorKind::InvalidInput if typed && is_name(argument) => {
            io::Error::new(io::ErrorKind::NotFound, format!("{argument}: no such file"))
        }
        io::ErrorKind::InvalidInput if typed => {
            let message = format!("{argument:?} is neither an existing file nor bytes: {error}");
            io::Error::new(error.kind(), message)
        }
        _ => io::Error::new(error.kind(), format!("{argument}: {error}")),
    })?;
    if let Some(note) = note {
        anstream::eprintln!("note: {note}");
    }
    let recognized = match recognized {
        Recognized::Whole(mut bytes) if offset > 0 => {
            if bytes.len() < start {
                return Err(too_short(offset, bytes.len() as u64));
            }
            bytes.drain(..start);
            Recognized::Whole(bytes)
        }
        Recognized::Frames { .. } | Recognized::Lines(_) if offset > 0 => {
            return Err(refused("--offset is for a file with one value, which this text is not"));
        }
        other => other,
    };
    Ok(match (recognized, form) {
        (Recognized::Whole(bytes), None) => Source::bytes(bytes),
        (Recognized::Whole(bytes), Some(big_endian)) => {
            Source::frames(Box::new(io::Cursor::new(bytes)), big_endian, max)
        }
        (Recognized::Frames { input, big_endian }, _) => Source::frames(input, big_endian, max),
        (Recognized::Lines(input), _) => Source::lines(input, notation, max),
        (Recognized::Capture(input), _) => capture(input),
    })
}

/// Whether a text looks like the name of a file, and not like bytes.
fn is_name(text: &str) -> bool {
    let extension = Path::new(text).extension().and_then(OsStr::to_str);
    let is_word =
        |text: &str| text.chars().all(|c| c.is_alphanumeric() || "-_./\\~\u{fffd}".contains(c));
    extension.is_some() && is_word(text)
}
