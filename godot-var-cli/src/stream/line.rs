//! A message in one line of a terminal.

use std::net::SocketAddr;

use anstyle::{AnsiColor, Style};
use godot_var::{DecodeError, Variant};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::Tree;
use crate::inspect::{ERROR, OFFSET, TYPE};
use crate::message::Label;
use crate::mixed::FLAT;
use crate::visible::in_one_line;
use crate::wire::{Decoded, Wire};

const TO_SERVER: Style = AnsiColor::Green.on_default();
const TO_CLIENT: Style = AnsiColor::Magenta.on_default();

/// A message and what is known of its way.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// What is before the message: when it was seen, its direction, the peer; may have escape codes for colors.
    pub start: &'a str,
    /// The message.
    pub bytes: &'a [u8],
    /// How many columns the line may take, or `None` for all of the message.
    pub width: Option<usize>,
    /// Names of messages that are not shown: `Move`, `ToServer::Move`.
    pub hide: &'a [String],
}

/// The line of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The line.
    pub text: String,
    /// Why it is not a message of the schema, or cannot be read.
    pub fault: Option<String>,
}

/// Formats when a message was seen, in seconds, its direction and the client: `  12.500 → :50312`, with escape codes for colors.
///
/// A client on this machine has only its port.
pub fn start(seconds: Option<f64>, to_client: bool, client: SocketAddr) -> String {
    let (style, arrow) = if to_client { (TO_CLIENT, '←') } else { (TO_SERVER, '→') };
    let time = seconds.map_or_else(|| " no time".to_owned(), |seconds| format!("{seconds:8.3}"));
    let client = match client.ip().to_canonical() {
        ip if ip.is_loopback() => format!(":{}", client.port()),
        ip => SocketAddr::new(ip, client.port()).to_string(),
    };
    format!("{OFFSET}{time}{OFFSET:#} {style}{arrow} {client}{style:#}")
}

/// Formats a message as its name and its fields: `Move  x: 1.5, running: true`. Returns `None` if it is hidden.
pub fn line(wire: &dyn Wire, line: Line<'_>) -> Option<Shown> {
    of(wire, wire.read(line.bytes).as_ref(), line)
}

pub(super) fn of(
    wire: &dyn Wire,
    decoded: Result<&Decoded, &DecodeError>,
    line: Line<'_>,
) -> Option<Shown> {
    let Line { start, bytes, width, hide } = line;
    let (name, rest, fault) = match decoded {
        Err(error) => {
            let (name, rest) = match wire.likely(bytes) {
                Some((name, tree)) => (Label::last(&name).to_owned(), content(wire, &tree, "")),
                None if bytes.len() == 1 => ("1 byte".to_owned(), String::new()),
                None => (format!("{} bytes", bytes.len()), String::new()),
            };
            (name, rest, Some(error.to_string()))
        }
        Ok(Decoded { misfit: Some(misfit), label, tree, .. }) => {
            let likely = misfit.likely.as_deref().map(Label::last);
            let name = likely.map_or_else(|| label.to_string(), str::to_owned);
            (name, content(wire, tree, ""), Some(misfit.message.clone()))
        }
        Ok(Decoded { label, tree, used, node, .. }) => {
            let name = label.short();
            if hide.iter().any(|hidden| label.is(hidden) || *hidden == name) {
                return None;
            }
            let rest = content(wire, tree, &name);
            let name = if label.kind == Some(FLAT) { format!("{name} (flat)") } else { name };
            let rest = match node {
                Some(node) if rest.is_empty() => format!("on {node}"),
                Some(node) => format!("{rest} on {node}"),
                None => rest,
            };
            let rest = match bytes.len().saturating_sub(*used) {
                0 => rest,
                left => format!("{rest}  (and {left} bytes after it)"),
            };
            (name, rest, None)
        }
    };
    // No message changes the terminal.
    let plain = |text: String| in_one_line(&text);
    let fault = fault.map(plain);
    let (name, rest) = match &fault {
        Some(fault) => (format!("{ERROR}{name}, broken:{ERROR:#} {fault}"), rest),
        None => (format!("{TYPE}{name}{TYPE:#}"), rest),
    };
    let visible = |text: &str| anstream::adapter::strip_str(text).to_string();
    let parts = [start.to_owned(), name, plain(rest)];
    let text = parts.iter().filter(|part| !part.is_empty()).map(String::as_str);
    let text = text.collect::<Vec<_>>().join("  ");
    let text = match width {
        Some(width) if visible(&text).width() > width => cut(&text, width),
        _ => text,
    };
    Some(Shown { text, fault })
}

/// Cuts a text with escape codes at a width of at least one column.
fn cut(text: &str, width: usize) -> String {
    let mut left = width.saturating_sub(1);
    let (mut kept, mut is_code, mut is_full) = (String::new(), false, false);
    for c in text.chars() {
        is_code |= c == '\u{1b}';
        if is_code {
            kept.push(c);
            is_code = c != 'm';
            continue;
        }
        let columns = c.width().unwrap_or_default();
        is_full |= columns > left;
        if !is_full {
            left -= columns;
            kept.push(c);
        }
    }
    kept + "…"
}

/// The content of a message with this name, without the name.
fn content(wire: &dyn Wire, mut tree: &Tree, name: &str) -> String {
    // The name of the variant is the message's.
    while let Tree::Named(_, content) = tree {
        tree = match &**content {
            Tree::Int(_) | Tree::Text(_) | Tree::Nil => return String::new(),
            content => content,
        };
    }
    match tree {
        Tree::Record(fields) => members(wire.in_line(fields, name).into_iter()),
        tree => text(tree),
    }
}

fn members<'t>(fields: impl Iterator<Item = &'t (String, Tree)>) -> String {
    let own = fields.filter(|(_, value)| !matches!(value, Tree::Same(_)));
    let each = own.map(|(name, value)| format!("{name}: {}", text(value)));
    each.collect::<Vec<_>>().join(", ")
}

fn text(tree: &Tree) -> String {
    match tree {
        Tree::Nil | Tree::Same(_) => "null".to_owned(),
        Tree::Bool(truth) => truth.to_string(),
        Tree::Int(number) | Tree::Wide(number) => number.to_string(),
        Tree::Single(real) => format!("{real:?}"),
        Tree::Float(real) => format!("{real:?}"),
        Tree::Text(text) => format!("{text:?}"),
        Tree::Bytes(bytes) => format!("<{} bytes>", bytes.len()),
        Tree::List(elements) => {
            format!("[{}]", elements.iter().map(text).collect::<Vec<_>>().join(", "))
        }
        Tree::Record(fields) => format!("{{{}}}", members(fields.iter())),
        Tree::Named(name, content) => match **content {
            Tree::Record(_) | Tree::List(_) => format!("{name} {}", text(content)),
            _ => name.clone(),
        },
        Tree::Variant(value) => match &**value {
            Variant::String(text) => format!("{text:?}"),
            value => value.to_string(),
        },
    }
}
