//! What a message has before its error.

use godot_var::dialect::DialectSpec;
use godot_var::values::VariantType;
use godot_var::{Array, Dictionary, Limits, Variant};
use godot_var_codegen::inspect::{Part, Piece, Place, walk};

use super::value;

/// An Array or a Dictionary that is not yet complete.
struct Open {
    depth: usize,
    is_key: bool,
    key: Option<Variant>,
    value: Variant,
}

/// Returns the values of a message before its error, in the containers around them.
pub(super) fn partial(bytes: &[u8], spec: &DialectSpec, limits: Limits) -> Option<Variant> {
    let mut open: Vec<Open> = Vec::new();
    // The properties of an object are read with it.
    let mut object = None;
    let _ = walk(bytes, limits, spec, |Piece { offset, depth, place, part, .. }| {
        let Part::Header { kind, .. } = part else { return };
        if object.is_some_and(|above| depth > above) {
            return;
        }
        object = (kind == VariantType::Object).then_some(depth);
        close(&mut open, depth);
        let is_key = matches!(place, Place::Key(_));
        let value = match kind {
            VariantType::Array => Variant::Array(Array::new(Vec::new())),
            VariantType::Dictionary => Variant::Dictionary(Dictionary::from_iter([("", 0); 0])),
            _ => {
                let bytes = bytes.get(offset..).unwrap_or_default();
                if let Ok((value, _)) = value::decode(bytes, spec, limits) {
                    put(&mut open, value, is_key);
                }
                return;
            }
        };
        open.push(Open { depth, is_key, key: None, value });
    });
    close(&mut open, 1);
    open.pop().map(|root| root.value)
}

/// Puts every container from this depth on into the one around it.
fn close(open: &mut Vec<Open>, depth: usize) {
    while open.last().is_some_and(|last| last.depth >= depth) {
        let Some(Open { value, is_key, .. }) = open.pop() else { return };
        put(open, value, is_key);
    }
}

fn put(open: &mut [Open], value: Variant, is_key: bool) {
    let Some(Open { key, value: container, .. }) = open.last_mut() else { return };
    match container {
        Variant::Array(array) => array.elements.push(value),
        _ if is_key => *key = Some(value),
        Variant::Dictionary(dictionary) => {
            dictionary.entries.extend(key.take().map(|key| (key, value)));
        }
        _ => {}
    }
}
