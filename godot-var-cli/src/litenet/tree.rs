//! Messages of `LiteNetLibManager` as trees for conditions.

use godot_var::Limits;
use godot_var_codegen::protocol::Integer;
use serde_json::Value as Json;

use super::Side;
use super::messages::{Kind, Message, UNKNOWN, table};
use super::read::{Decoded, Piece, read};
use crate::stream::Tree;

/// Returns the names of the messages of a side.
pub fn names(side: Side) -> Vec<&'static str> {
    messages(side).map(|message| message.name.as_str()).collect()
}

/// Returns the names of the fields of all messages of a side, without nested fields.
pub(crate) fn field_names(side: Side) -> Vec<&'static str> {
    let fields = messages(side).flat_map(|message| &message.fields);
    fields
        .map(|field| field.name.split('.').next().unwrap_or_default())
        .chain(["msgType"])
        .collect()
}

fn messages(side: Side) -> impl Iterator<Item = &'static Message> {
    table(side.era).iter().chain([&*UNKNOWN])
}

/// Returns the fields of a message as a tree, its number, and its name.
pub(crate) fn tree(bytes: &[u8], side: Side, limits: Limits) -> Option<(Tree, u16, &'static str)> {
    let Decoded { number, name, pieces, .. } = read(bytes, side, limits).0?;
    let mut fields: Vec<(String, Tree)> = Vec::new();
    if name == UNKNOWN.name {
        fields.push(("msgType".to_owned(), Tree::Int(number.into())));
    }
    for Piece { name, kind, value, .. } in pieces {
        let value = kind.tree(&value);
        match name.split_once('.') {
            None => fields.push((name.to_owned(), value)),
            Some((outer, inner)) => {
                let inner = (inner.to_owned(), value);
                match fields.last_mut() {
                    Some((name, Tree::Record(fields))) if name == outer => fields.push(inner),
                    _ => fields.push((outer.to_owned(), Tree::Record(vec![inner]))),
                }
            }
        }
    }
    Some((Tree::Record(fields), number, name))
}

impl Kind {
    /// Converts the JSON of a field of this kind to a tree.
    fn tree(self, value: &Json) -> Tree {
        match (self, value) {
            (_, Json::Bool(truth)) => Tree::Bool(*truth),
            (_, Json::Number(number)) => match number.as_i64() {
                Some(int) if !matches!(self, Self::F32 | Self::F64) => Tree::Int(int.into()),
                _ => Tree::Float(number.as_f64().unwrap_or(f64::NAN)),
            },
            (Self::Int(_, Integer::I64 | Integer::U64), Json::String(text)) => {
                text.parse().map_or(Tree::Nil, Tree::Int)
            }
            (Self::F32 | Self::F64 | Self::Vector, Json::String(text)) => {
                Tree::Float(match text.as_str() {
                    "Infinity" => f64::INFINITY,
                    "-Infinity" => f64::NEG_INFINITY,
                    _ => f64::NAN,
                })
            }
            (Self::Block | Self::Rest, Json::String(text)) => {
                hex::decode(text).map_or(Tree::Nil, Tree::Bytes)
            }
            (_, Json::String(text)) => Tree::Text(text.clone()),
            (_, Json::Object(fields)) => Tree::Record(
                fields.iter().map(|(name, value)| (name.clone(), self.tree(value))).collect(),
            ),
            _ => Tree::Nil,
        }
    }
}
