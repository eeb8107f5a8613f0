//! Lossless JSON for a [`Variant`], in one form for every type, and the JSON of the other wires' messages.
//!
//! | Type | Form |
//! |---|---|
//! | Nil, bool, String, `StringName` | `{"t":"Nil"}`, `{"t":"bool","v":true}`, `{"t":"String","v":"…"}` |
//! | int | `{"t":"int","v":"-5"}`: a decimal string, because JSON numbers are exact only up to 2^53 |
//! | float | `{"t":"float","bits":"3fb999999999999a"}`: the bits, 16 hex digits |
//! | structures of reals | `{"t":"Vector3","f32":[1065353216,…]}`: the bits of each component; 64-bit components as `"f64"` with 16 hex digits each |
//! | structures of ints | `{"t":"Vector2i","v":["1","-2"]}` |
//! | Dictionary, Array | `{"t":"Dictionary","v":[[key,value],…]}`, `{"t":"Array","v":[…]}` |
//! | typed containers | also `"key_type"` and `"value_type"`, or `"type"`: `null`, `{"builtin":2,"name":"int"}`, `{"class":"…"}`, `{"script":"…"}` |
//! | packed arrays | bytes as `"hex"`; ints as `"v"`: decimal strings (Godot 3: numbers); reals as `"f32"` or `"f64"`, without inner brackets; strings as `"v"` |
//! | `NodePath` | `"names"`, `"subnames"`, `"absolute"` |
//! | RID, `ObjectId` | `"v"`: a decimal string |
//! | Signal | `"name"`, `"object_id"` |
//! | Object with its properties | `"class"`, `"properties"`: `[[name,value],…]` |
//!
//! The components of Basis, `Transform3D` and Projection are ordered by axis vector (column),
//! unlike in the encoding. Types have the names of the dialect's generation: `Quat` and
//! `PoolIntArray` in Godot 3.
//!
//! Readers also accept what a person would write: ints as numbers, a float as `"v": 1.5`, reals as
//! `"v": [1, 2.5]`. They ignore unknown keys.

mod read;
mod write;

use godot_var::dialect::DialectSpec;
use godot_var::values::VariantType;
use godot_var::{Dialect, EncodeError, Godot4, Limits, Variant};
use godot_var_codegen::names::Tree;
use serde::Deserialize;
use serde_json::{Number, Value as Json};

pub(crate) use self::write::Tagged;
use crate::natural;

/// Converts a value to JSON.
pub fn to_json(value: &Variant, spec: &DialectSpec) -> Json {
    serde_json::to_value(Tagged(value, spec)).expect("keys are texts, and nothing else fails")
}

/// The maximum nesting depth of the JSON of a Variant: three levels for each container, `{"v":[[…]]}`.
const MAX_JSON_DEPTH: usize = 3 * Limits::MAX_DEPTH as usize + 16;

/// Parses one JSON text, as deep as the JSON of any Variant.
///
/// The result is nested as deep as the text, up to about 3,000 levels. Call this and [`from_json`] with some megabytes of free stack.
///
/// # Errors
/// If the text is not JSON, or deeper than the JSON of any Variant.
pub fn parse(text: &str) -> Result<Json, EncodeError> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => depth += 1,
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_JSON_DEPTH {
            return Err(EncodeError::custom("deeper than any Variant"));
        }
    }
    let mut deserializer = serde_json::Deserializer::from_str(text);
    deserializer.disable_recursion_limit();
    Json::deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| EncodeError::custom(format_args!("not JSON: {error}")))
}

/// Converts JSON to a value, the inverse of [`to_json`].
///
/// # Errors
/// An [`EncodeError`] with the path in the JSON, such as `v[3][1].f32[0]`.
pub fn from_json(form: &Json, spec: &DialectSpec) -> Result<Variant, EncodeError> {
    read::of_json(form, spec)
}

/// Converts the matrix at the start of a Basis or `Transform3D` between the encoded order (rows)
/// and axis vectors (columns). It is its own inverse.
fn transpose<T>(kind: VariantType, components: &mut [T]) {
    if let (VariantType::Basis | VariantType::Transform3D, [_, a, b, c, _, d, e, f, ..]) =
        (kind, components)
    {
        std::mem::swap(a, c);
        std::mem::swap(b, e);
        std::mem::swap(d, f);
    }
}

/// The bits of the NaN that is `"NaN"` in JSON, C#'s `float.NaN`. Others have their bits, too.
pub(crate) const NAN: u32 = 0xffc0_0000;

/// Converts the content of a message: bytes to hex digits, integers of 64 bits to texts.
pub(crate) fn of_tree(tree: &Tree) -> Json {
    of_tree_with(tree, &|value| to_json(value, &Godot4::SPEC))
}

/// Does the same with another form of Variants.
pub(crate) fn of_tree_with(tree: &Tree, variant: &dyn Fn(&Variant) -> Json) -> Json {
    let of_tree = |tree| of_tree_with(tree, variant);
    match tree {
        Tree::Nil | Tree::Same(_) => Json::Null,
        Tree::Bool(truth) => (*truth).into(),
        Tree::Int(number) => Number::from_i128(*number).map_or(Json::Null, Json::Number),
        Tree::Wide(number) => number.to_string().into(),
        Tree::Single(real) if real.is_nan() && real.to_bits() != NAN => {
            format!("NaN:{:08x}", real.to_bits()).into()
        }
        Tree::Single(real) => of_float(natural::single(*real)),
        Tree::Float(real) => of_float(*real),
        Tree::Text(text) => text.as_str().into(),
        Tree::Bytes(bytes) => hex::encode(bytes).into(),
        Tree::List(elements) => elements.iter().map(of_tree).collect(),
        Tree::Record(fields) => {
            fields.iter().map(|(name, value)| (name.clone(), of_tree(value))).collect()
        }
        Tree::Named(_, content) => of_tree(content),
        Tree::Variant(value) => variant(value),
    }
}

fn of_float(real: f64) -> Json {
    match Number::from_f64(real) {
        Some(number) => Json::Number(number),
        None if real.is_nan() => "NaN".into(),
        None if real > 0.0 => "Infinity".into(),
        None => "-Infinity".into(),
    }
}
