//! What is written about a message, next to its bytes.

use std::io::{self, Write};

use godot_var::DecodeError;
use serde_json::{Map, Value as Json, json};

use super::source::{Fault, Message, Origin, Packet, Skipped};
use super::{Misfit, Options, Tree, start};
use crate::inspect::{ERROR, OFFSET, PLACE, TYPE};
use crate::message::Label;
use crate::mixed::FLAT;
use crate::pcap::{Place, Via, seconds};
use crate::visible::visible_json;
use crate::wire::{Decoded, Wire};

/// When the first packet of a capture was captured.
pub(super) type First = Option<i128>;

/// Seconds since the first packet, as in Wireshark.
fn since(nanoseconds: Option<i128>, first: &mut First) -> String {
    let since = nanoseconds.map(|now| now - *first.get_or_insert(now));
    since.map_or_else(|| "no time".to_owned(), seconds)
}

/// What is before a message in its line.
pub(super) fn start_of_line(message: &Message<'_>, first: &mut First) -> String {
    match &message.origin {
        Origin::Whole => String::new(),
        Origin::Frame { .. } => format!("{OFFSET}{:08x}{OFFSET:#}", message.offset),
        Origin::Line(number) => format!("{PLACE}line {number}{PLACE:#}"),
        Origin::Packet(packet) => start_of_packet(packet, first),
    }
}

pub(super) fn start_of_packet(packet: &Packet, first: &mut First) -> String {
    let seconds = packet.nanoseconds.map(|now| {
        let nanoseconds = now - *first.get_or_insert(now);
        nanoseconds as f64 / 1e9
    });
    let client = if packet.to_client { packet.destination } else { packet.source };
    start(seconds, packet.to_client, client)
}

/// Writes the lines above a message: what it was in, and its bytes as hex digits.
pub(super) fn header(
    message: &Message<'_>,
    hex: bool,
    first: &mut First,
    output: &mut impl Write,
) -> io::Result<()> {
    match &message.origin {
        Origin::Whole | Origin::Frame { .. } => {}
        Origin::Line(number) => writeln!(output, "{PLACE}line {number}{PLACE:#}")?,
        Origin::Packet(found) => packet(found, message.missing, first, output)?,
    }
    if !hex {
        return Ok(());
    }
    writeln!(output, "{OFFSET}hex{OFFSET:#}       {}", hex::encode(message.bytes))
}

/// Writes the bytes of a message with their meaning, and above them its name. Returns the error of the bytes.
pub(super) fn dump(
    message: &Message<'_>,
    wire: &dyn Wire,
    decoded: Result<&Decoded, &DecodeError>,
    likely: Option<&(String, Tree)>,
    options: &Options,
    first: &mut First,
    output: &mut impl Write,
) -> io::Result<Option<DecodeError>> {
    header(message, options.hex, first, output)?;
    match (decoded, likely) {
        (Ok(decoded), _) => title(decoded, output)?,
        // Other wires have the name in the dump itself.
        (Err(error), Some((name, _))) if wire.carried().is_variants() => {
            writeln!(output, "{TYPE}{name}{TYPE:#}, {ERROR}broken:{ERROR:#} {error}")?;
        }
        (Err(_), _) => {}
    }
    wire.show(message, decoded.ok(), options.full, output)
}

/// `#2  1.000250 s  10.0.0.1:9000 → 10.0.0.2:4000  10 bytes`
pub(super) fn packet(
    packet: &Packet,
    missing: usize,
    first: &mut First,
    output: &mut impl Write,
) -> io::Result<()> {
    let Packet { number, nanoseconds, source, destination, size, via, .. } = packet;
    let time = since(*nanoseconds, first);
    write!(output, "{PLACE}#{number}{PLACE:#}  {time}  {source} → {destination}  ")?;
    match via {
        Via::Udp => {}
        Via::Tcp => write!(output, "TCP, ")?,
        Via::WebSocket => write!(output, "WebSocket, ")?,
        Via::Enet(channel) => write!(output, "ENet channel {channel}, ")?,
    }
    write!(output, "{size} bytes")?;
    if missing > 0 {
        write!(output, ", {ERROR}of which {} were captured{ERROR:#}", size - missing)?;
    }
    writeln!(output)
}

/// Takes note of a message that is not shown.
pub(super) fn pass(message: &Message<'_>, first: &mut First) {
    if let Origin::Packet(packet) = &message.origin {
        since(packet.nanoseconds, first);
    }
}

/// What a schema says about a message.
fn title(decoded: &Decoded, output: &mut impl Write) -> io::Result<()> {
    if let Some(misfit) = &decoded.misfit {
        let Misfit { likely, message, .. } = misfit;
        return match likely {
            Some(name) => {
                writeln!(output, "{TYPE}{name}{TYPE:#}, {ERROR}broken:{ERROR:#} {message}")
            }
            None => writeln!(output, "{OFFSET}no message of the schema: {message}{OFFSET:#}"),
        };
    }
    match (&decoded.label.name, decoded.label.kind) {
        (Some(name), _) if decoded.is_unknown => {
            writeln!(output, "{TYPE}{name}{TYPE:#}{OFFSET}, unknown to the schema{OFFSET:#}")
        }
        // Other wires have the name in the dump itself.
        (Some(_), Some(kind)) => {
            let Label { others, .. } = &decoded.label;
            write!(output, "{TYPE}{}{TYPE:#}", decoded.label)?;
            if kind == FLAT {
                write!(output, "{OFFSET}, a flat message{OFFSET:#}")?;
            }
            if others.is_empty() {
                return writeln!(output);
            }
            writeln!(output, "{OFFSET}, because several types fit: --type selects one{OFFSET:#}")
        }
        _ => Ok(()),
    }
}

pub(super) fn skipped(
    skipped: Skipped,
    is_shown: bool,
    first: &mut First,
    output: &mut impl Write,
) -> io::Result<()> {
    let (Skipped::Fragment { nanoseconds, .. }
    | Skipped::Cut { nanoseconds, .. }
    | Skipped::Other { nanoseconds, .. }
    | Skipped::Port { nanoseconds, .. }
    | Skipped::First { nanoseconds }
    | Skipped::Lost { place: Place { nanoseconds, .. }, .. }
    | Skipped::Unread { place: Place { nanoseconds, .. }, .. }) = skipped;
    let time = since(nanoseconds, first);
    match skipped {
        Skipped::Fragment { number, source, destination, .. } if is_shown => writeln!(
            output,
            "{PLACE}#{number}{PLACE:#}  {time}  {source} → {destination}  {OFFSET}a fragment, not \
             read{OFFSET:#}"
        ),
        Skipped::Cut { number, captured, original_len, .. } if is_shown => writeln!(
            output,
            "{PLACE}#{number}{PLACE:#}  {time}  {OFFSET}of {original_len} bytes only {captured} were \
             captured, not read{OFFSET:#}"
        ),
        Skipped::Lost { place: Place { number, source, destination, .. }, count } if is_shown => {
            writeln!(
                output,
                "{PLACE}#{number}{PLACE:#}  {time}  {source} → {destination}  {OFFSET}before it {count} bytes \
                 missing, or of messages with missing bytes{OFFSET:#}"
            )
        }
        Skipped::Unread { place: Place { number, source, destination, .. }, what } if is_shown => {
            writeln!(
                output,
                "{PLACE}#{number}{PLACE:#}  {time}  {source} → {destination}  {OFFSET}{what}, not read{OFFSET:#}"
            )
        }
        _ => Ok(()),
    }
}

/// The first keys of a line, without the brace that ends it.
fn json_start(offset: usize, origin: Option<&Origin>, output: &mut impl Write) -> io::Result<()> {
    write!(output, "{{\"offset\":{offset}")?;
    match origin {
        None | Some(Origin::Whole | Origin::Frame { .. }) => {}
        Some(Origin::Line(number)) => write!(output, ",\"line\":{number}")?,
        Some(Origin::Packet(packet)) => {
            let Packet { number, nanoseconds, source, destination, via, .. } = packet;
            write!(output, ",\"number\":{number}")?;
            if let Some(nanoseconds) = nanoseconds {
                // By hand, as a float would round it.
                let (sign, time) =
                    (if *nanoseconds < 0 { "-" } else { "" }, nanoseconds.unsigned_abs());
                let (whole, part) = (time / 1_000_000_000, time % 1_000_000_000);
                write!(output, ",\"time\":{sign}{whole}.{part:09}")?;
            }
            write!(output, ",\"source\":\"{source}\",\"destination\":\"{destination}\"")?;
            match via {
                Via::Udp => {}
                Via::Tcp => write!(output, ",\"transport\":\"tcp\"")?,
                Via::WebSocket => write!(output, ",\"transport\":\"websocket\"")?,
                Via::Enet(channel) => {
                    write!(output, ",\"transport\":\"enet\",\"channel\":{channel}")?;
                }
            }
        }
    }
    Ok(())
}

fn message_start(
    message: &Message<'_>,
    options: &Options,
    output: &mut impl Write,
) -> io::Result<()> {
    json_start(message.offset, Some(&message.origin), output)?;
    write!(output, ",\"size\":{}", message.payload().len())?;
    if options.hex {
        key("hex", &hex::encode(message.payload()).into(), output)?;
    }
    Ok(())
}

fn key(name: &str, value: &Json, output: &mut impl Write) -> io::Result<()> {
    write!(output, ",\"{name}\":{}", visible_json(&value.to_string()))
}

/// What JSON says of a message that could be read.
pub(super) fn members(wire: &dyn Wire, decoded: &Decoded, lossless: bool) -> Map<String, Json> {
    let label = Some(decoded.label.to_json()).filter(|label| !label.is_null());
    let label = label.map(|label| ("message", label));
    let others = Some(decoded.label.others.as_slice()).filter(|others| !others.is_empty());
    let others = others.map(|others| ("or", others.into()));
    let kind = decoded.label.kind.filter(|kind| *kind == FLAT).map(|kind| ("wire", kind.into()));
    let mut all = crate::wire::members(label.into_iter().chain(others).chain(kind));
    all.extend(wire.content(decoded, lossless));
    if let Some(Misfit { message, likely, .. }) = &decoded.misfit {
        all.insert("misfit".to_owned(), message.as_str().into());
        all.extend(likely.as_ref().map(|likely| ("likely".to_owned(), likely.as_str().into())));
    }
    all
}

/// What JSON says of a message that could not be read.
pub(super) fn members_of_error(
    error: &DecodeError,
    likely: Option<&(String, Tree)>,
) -> Map<String, Json> {
    let (kind, offset, text) = (error.kind().name(), error.offset(), error.to_string());
    let error = ("error", json!({ "kind": kind, "offset": offset, "message": text }));
    let likely = likely.map(|(likely, _)| ("likely", likely.as_str().into()));
    crate::wire::members([Some(error), likely].into_iter().flatten())
}

pub(super) fn json(
    message: &Message<'_>,
    wire: &dyn Wire,
    decoded: &Decoded,
    options: &Options,
    output: &mut impl Write,
) -> io::Result<()> {
    message_start(message, options, output)?;
    for (name, value) in members(wire, decoded, options.lossless) {
        key(&name, &value, output)?;
    }
    writeln!(output, ",\"used\":{}}}", decoded.used)
}

pub(super) fn json_error(
    message: &Message<'_>,
    error: &DecodeError,
    likely: Option<&(String, Tree)>,
    options: &Options,
    output: &mut impl Write,
) -> io::Result<()> {
    message_start(message, options, output)?;
    for (name, value) in members_of_error(error, likely) {
        key(&name, &value, output)?;
    }
    writeln!(output, "}}")
}

pub(super) fn json_fault(fault: &Fault, output: &mut impl Write) -> io::Result<()> {
    let Fault { kind, offset, message, origin, .. } = fault;
    json_start(*offset, origin.as_ref(), output)?;
    key("error", &json!({ "kind": kind, "message": message }), output)?;
    writeln!(output, "}}")
}
