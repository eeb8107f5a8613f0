//! Sample flat messages: bytes that readers accept, and the meaning of each.

use serde_json::{Map, Value as Json, json};

use super::super::{Example, Run};
use crate::flat::{Piece, Schema, read, sample};
use crate::names::Tree;
use godot_var_runtime::Limits;
use godot_var_runtime::variant::Variant;

/// Makes an example of a type, of an enum of this variant, and its fields by name.
pub(in super::super) fn flat(
    schema: &Schema,
    index: usize,
    member: Option<&str>,
) -> Result<(Tree, Example), String> {
    let bytes = sample(schema, index, member)
        .ok_or("functions encode one of its fields, so its bytes are not in the schema")?;
    let mut pieces = Vec::new();
    let message = read(schema, index, &bytes, Limits::DEFAULT, Some(&mut pieces))
        .map_err(|error| error.to_string())?;
    let value = json!({ "message": message.name, "fields": to_json(&message.fields) });
    let mut offset = 0;
    let runs = pieces
        .into_iter()
        .map(|piece| {
            let Piece { end, depth, name, form, value } = piece;
            let text = match value {
                Some(value) => format!("{form}, {}", to_json(&value)),
                None => form,
            };
            let run = Run { offset, len: end - offset, depth, path: name, text };
            offset = end;
            run
        })
        .collect();
    Ok((message.fields, Example { value: value.to_string(), bytes, runs }))
}

/// The JSON that `godot-var encode` takes.
fn to_json(tree: &Tree) -> Json {
    match tree {
        Tree::Nil | Tree::Same(_) => Json::Null,
        Tree::Bool(truth) => (*truth).into(),
        Tree::Int(number) | Tree::Wide(number) => {
            i64::try_from(*number).map_or(Json::Null, Json::from)
        }
        // The shortest decimal that is exact for 32 bits.
        Tree::Single(real) => real.to_string().parse::<f64>().map_or(Json::Null, Json::from),
        Tree::Float(real) => (*real).into(),
        Tree::Text(text) => text.as_str().into(),
        Tree::Bytes(bytes) => hex::encode(bytes).into(),
        Tree::List(elements) => elements.iter().map(to_json).collect(),
        Tree::Record(fields) => {
            let fields = fields.iter().map(|(name, value)| (name.clone(), to_json(value)));
            Json::Object(fields.collect::<Map<_, _>>())
        }
        Tree::Named(_, inner) => to_json(inner),
        Tree::Variant(value) => match &**value {
            Variant::Nil => Json::Null,
            Variant::String(text) => text.as_str().into(),
            Variant::Dictionary(_) => json!({}),
            Variant::Array(_) => json!([]),
            Variant::Signal(signal) => {
                json!({ "t": "Signal", "name": signal.name, "object_id": signal.object_id.0.to_string() })
            }
            other => json!({ "t": other.variant_type().name(super::super::Generation::Godot4) }),
        },
    }
}
