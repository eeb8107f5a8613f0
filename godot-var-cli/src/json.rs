//! Lossless JSON for a [`Variant`], in one form for every type: the tagged form of [`godot_var::bridges::tagged`].

use godot_var::bridges::tagged::{Form, Tagged};
use godot_var::dialect::DialectSpec;
use godot_var::{Dialect, EncodeError, Godot4, Limits, Variant};
use godot_var_codegen::names::Tree;
use serde_json::{Number, Value as Json};

/// Converts a value to JSON.
pub fn to_json(value: &Variant, spec: &DialectSpec) -> Json {
    serde_json::to_value(Tagged::new(value, spec)).expect("keys are texts, and nothing else fails")
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
    read(text, |json| serde::Deserialize::deserialize(json))
}

/// Parses one JSON text to a form, without a JSON tree in between. It needs as much stack as [`parse`].
///
/// # Errors
/// If the text is not JSON, or deeper than the JSON of any Variant.
pub fn parse_form(text: &str) -> Result<Form, EncodeError> {
    read(text, |json| Form::deserialize_within(json, Limits::MAX_DEPTH))
}

type Deserializer<'t> = serde_json::Deserializer<serde_json::de::StrRead<'t>>;

fn read<'t, T>(
    text: &'t str,
    deserialize: impl FnOnce(&mut Deserializer<'t>) -> serde_json::Result<T>,
) -> Result<T, EncodeError> {
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
    deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| EncodeError::custom(format_args!("not JSON: {error}")))
}

/// Converts JSON to a value, the inverse of [`to_json`].
///
/// # Errors
/// An [`EncodeError`] with the path in the JSON, such as `v[3][1].f32[0]`.
pub fn from_json(form: &Json, spec: &DialectSpec) -> Result<Variant, EncodeError> {
    Form::deserialize_within(form, Limits::MAX_DEPTH).map_err(EncodeError::custom)?.to_variant(spec)
}

/// The bits of the NaN that is `"NaN"` in JSON, C#'s `float.NaN`. Others have their bits beside it.
pub(crate) const NAN: u32 = 0xffc0_0000;

/// Converts the content of a message: bytes to hex digits, integers of 64 bits to texts.
pub(crate) fn of_tree(tree: &Tree) -> Json {
    match tree {
        Tree::Nil | Tree::Same(_) => Json::Null,
        Tree::Bool(truth) => (*truth).into(),
        Tree::Int(number) => Number::from_i128(*number).map_or(Json::Null, Json::Number),
        Tree::Wide(number) => number.to_string().into(),
        Tree::Single(real) if real.is_nan() && real.to_bits() != NAN => {
            format!("NaN:{:08x}", real.to_bits()).into()
        }
        Tree::Single(real) => of_float((*real).into()),
        Tree::Float(real) => of_float(*real),
        Tree::Text(text) => text.as_str().into(),
        Tree::Bytes(bytes) => hex::encode(bytes).into(),
        Tree::List(elements) => elements.iter().map(of_tree).collect(),
        Tree::Record(fields) => {
            fields.iter().map(|(name, value)| (name.clone(), of_tree(value))).collect()
        }
        Tree::Named(_, content) => of_tree(content),
        Tree::Variant(value) => to_json(value, &Godot4::SPEC),
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
