//! A message in one line of a terminal.

use godot_var::Variant;

use super::{Decoder, Tree};
use crate::inspect::{ERROR, PLACE, TYPE};
use crate::multiplayer;

/// A message and what is known of its way.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// What stands before the message: when it was seen, its direction, the peer.
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
    /// Why it is no message of the schema, or cannot be read.
    pub fault: Option<String>,
}

/// Formats a message as its name and its fields: `Move  x: 1.5, running: true`. Returns `None` if it is hidden.
pub fn line(decoder: &Decoder, line: Line<'_>) -> Option<Shown> {
    let Line { start, bytes, width, hide } = line;
    let (style, name, rest, fault) = match decoder.decode(bytes) {
        Err(error) => {
            let error = error.to_string();
            (ERROR, format!("{} bytes", bytes.len()), error.clone(), Some(error))
        }
        Ok(decoded) => {
            let whole = decoded.label.to_string();
            let name = whole.rsplit("::").next().unwrap_or_default();
            if hide.iter().any(|hidden| *hidden == whole || hidden == name) {
                return None;
            }
            let mut tree = decoder.tree(&decoded);
            // The name of the variant is the message's.
            while let Tree::Named(_, content) = tree {
                tree = match *content {
                    Tree::Int(_) | Tree::Text(_) => Tree::Record(Vec::new()),
                    content => content,
                };
            }
            let packet = matches!(decoder, Decoder::Multiplayer { .. }).then_some(&tree);
            let named = packet.and_then(|packet| packet.get(multiplayer::FIELDS));
            let rest = match (&decoded.misfit, named, &tree) {
                (Some(misfit), ..) => {
                    format!("no message of the schema: {}  {}", misfit.message, text(&tree))
                }
                // The arguments or properties of a packet.
                (None, Some(Tree::Record(fields)), _) | (None, _, Tree::Record(fields)) => {
                    let is_name = |(key, value): &&(String, Tree)| {
                        packet.is_some()
                            && key == "command"
                            && matches!(value, Tree::Text(text) if text == name)
                    };
                    members(fields.iter().filter(|field| !is_name(field)))
                }
                _ => text(&tree),
            };
            let fault = decoded.misfit.as_ref().map(|misfit| misfit.message.clone());
            (TYPE, name.to_owned(), rest, fault)
        }
    };
    let taken = [start, &name].map(|part| part.chars().count() + 2).iter().sum::<usize>();
    // No message changes the terminal.
    let rest = rest.replace(char::is_control, "\u{fffd}");
    let fault = fault.map(|fault| fault.replace(char::is_control, "\u{fffd}"));
    let rest = match width.map(|width| width.saturating_sub(taken)) {
        Some(room) if rest.chars().count() > room => {
            rest.chars().take(room.saturating_sub(1)).chain(['…']).collect()
        }
        _ => rest,
    };
    let text = format!("{PLACE}{start}{PLACE:#}  {style}{name}{style:#}  {rest}");
    Some(Shown { text, fault })
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
