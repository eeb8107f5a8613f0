//! Messages as natural JSON with a schema, both ways: `{"message": "Chat", "fields": {"text": "hi"}}`.
//!
//! | In the schema | In JSON |
//! |---|---|
//! | bool, ints, floats | `true`, numbers |
//! | texts, names, node paths, `char` | a text |
//! | structures of the engine | an object with their parts: `{"x": 1.0, "y": 2.0}` |
//! | a struct with named fields, in either form | an object with the Rust names of the fields, including those of flattened structs |
//! | a tuple, a tuple struct, a list, a packed array, bytes | a list |
//! | a map | an object, keys as texts; a list of pairs, if a key has no text |
//! | a newtype, `Box`, `Option` | its content; `None` is null |
//! | a variant of an enum, in any form | `"Red"` without content, `{"Say": …}` with content |
//! | `Variant`, `Dictionary`, `Array`, fields with functions of their own | natural JSON, or the lossless form for parts that natural JSON would change |
//!
//! The lossless form is that of [`json`](crate::json): an object whose `t` is the name of a type. Readers accept it for every engine value.
//! NaN and infinities have only this form. Reading returns the value that the derive writes: the schema decides type, form and order.
//!
//! ```
//! use godot_var_cli::natural;
//! use godot_var::{Dialect, Godot4};
//! use godot_var_cli::stream::Names;
//! use godot_var_codegen::protocol::parse_text;
//!
//! let text = "#[derive(GodotVar)] #[godot_var(array)] struct Move { id: u8, to: Vector2 }";
//! let text = format!("use godot_var::{{GodotVar, Vector2}}; {text}");
//! let names = Names::new(parse_text("a.rs", &text).expect("a valid schema"), &[])?;
//! let spec = &Godot4::SPEC;
//!
//! let message = serde_json::json!({"message": "Move", "fields": {"id": 7, "to": {"x": 1.5, "y": 2.0}}});
//! let bytes = natural::encode(&message, &names, spec)?;
//! let (value, _) = godot_var_cli::lines::decode(&bytes, spec, godot_var::Limits::DEFAULT)?;
//! let (name, fields) = natural::fields(&value, &names, spec).expect("a message of the schema");
//! assert_eq!((name.as_str(), fields), ("Move", message["fields"].clone()));
//!
//! let wrong = serde_json::json!({"message": "Move", "fields": {"id": 300, "to": {"x": 1.5, "y": 2.0}}});
//! let error = natural::encode(&wrong, &names, spec).unwrap_err();
//! assert_eq!(error.to_string(), "Move.id: expected int from 0 to 255, found 300");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
mod read;
mod structures;

use std::collections::HashMap;
use std::iter;
use std::sync::LazyLock;

use godot_var::dialect::DialectSpec;
use godot_var::layout::{EnumerationLayout, TypeLayout};
use godot_var::{EncodeError, Limits, Variant};
use godot_var_codegen::inspect::fits;
use godot_var_codegen::inspect::{Part, walk, widen_float};
use godot_var_codegen::names::{Names, Natural, closest, describe};
use serde_json::{Map, Value as Json};

use crate::json::{NAN, of_tree_with};
use crate::variant::value;

use self::read::Reader;

/// Converts a value without a schema to natural JSON, or to the lossless form for parts that natural JSON would change.
pub fn value(value: &Variant, spec: &DialectSpec) -> Json {
    any::to_json(value, spec)
}

/// Reads a value from such JSON.
///
/// # Errors
/// An int beyond Godot's range; mistakes in the lossless form.
pub fn of_value(json: &Json, spec: &DialectSpec) -> Result<Variant, EncodeError> {
    any::of_json(json, spec)
}

/// Returns the name and the fields of a message, or `None` if the schema has no such message.
pub fn fields(value: &Variant, names: &Names, spec: &DialectSpec) -> Option<(String, Json)> {
    let name = names.name(value).ok()?.name;
    Some((name, content(value, names, spec)?))
}

/// Returns the fields of a message that fits the schema.
pub(crate) fn content(value: &Variant, names: &Names, spec: &DialectSpec) -> Option<Json> {
    names.with_fit(value, |layout, fit| {
        let none = || Json::Object(Map::new());
        let tree = Natural::new(spec.generation).message(layout, fit);
        match of_tree_with(&tree, &|value| any::to_json(value, spec)) {
            Json::Null if Reader::new(spec).is_nothing(layout, &none()) => none(),
            json => json,
        }
    })
}

/// Whether JSON has the form of a message: its name and its fields.
pub(crate) fn is_message(json: &Json) -> bool {
    json.as_object().is_some_and(|object| {
        object.len() == 2
            && object.contains_key("fields")
            && object.get("message").is_some_and(Json::is_string)
    })
}

/// The keys that `inspect --json` prints next to those of a message.
const BESIDE: [&str; 15] = [
    "offset",
    "line",
    "number",
    "time",
    "source",
    "destination",
    "transport",
    "channel",
    "size",
    "hex",
    "used",
    "misfit",
    "likely",
    "or",
    "wire",
];

/// What `decode` or `inspect --json` has printed for a message.
pub(crate) enum Printed<'j> {
    /// The name and the fields of a message.
    Message(&'j str, &'j Json),
    /// All of its content.
    Value(&'j Json),
}

/// The fields of a message without fields.
static NO_FIELDS: LazyLock<Json> = LazyLock::new(|| Json::Object(Map::new()));

/// Reads what `decode` or `inspect --json` has printed for a message, without the keys about its place.
///
/// # Errors
/// If JSON has neither a `value` nor the name of a message, or another key.
pub(crate) fn printed(json: &Json) -> Result<Printed<'_>, EncodeError> {
    let Some(object) = json.as_object() else {
        let message = "expected an object with `message` and `fields`";
        return Err(EncodeError::custom(format_args!("{message}, found {}", found(json))));
    };
    for key in object.keys().map(String::as_str) {
        let is_known = ["message", "fields", "value"].contains(&key);
        if !is_known && !BESIDE.contains(&key) {
            let hint = closest(key, ["message", "fields"]);
            let message = format!("unknown key {key:?} next to `message` and `fields`{hint}");
            return Err(EncodeError::custom(message));
        }
    }
    if let (Some(value), None) = (object.get("value"), object.get("fields")) {
        return Ok(Printed::Value(value));
    }
    match object.get("message") {
        Some(Json::String(name)) => {
            Ok(Printed::Message(name, object.get("fields").unwrap_or(&NO_FIELDS)))
        }
        Some(other) => {
            let message = format!("expected the name of a message, found {}", found(other));
            Err(EncodeError::custom(message).in_key("message"))
        }
        None => Err(EncodeError::custom("the key `message` is missing")),
    }
}

/// Encodes a message to the bytes that the derive writes. It ignores the other keys of `inspect --json`. If that has printed a `value` in
/// place of `message` and `fields`, because the schema does not have the message, the value is encoded.
///
/// # Errors
/// The path of the value, which begins with the message's name, and the problem there: an unknown name, a missing field, a value of another type or out of range.
pub fn encode(json: &Json, names: &Names, spec: &DialectSpec) -> Result<Vec<u8>, EncodeError> {
    let (name, fields) = match printed(json)? {
        Printed::Message(name, fields) => (name, fields),
        Printed::Value(value) => {
            let bytes = if is_message(value) {
                encode(value, names, spec)
            } else {
                any::of_json(value, spec).and_then(|value| value::encode(&value, spec))
            };
            return bytes.map_err(|error| error.in_key("value"));
        }
    };
    let bytes = names.with_message(name, |layout, member| {
        let reader = Reader::new(spec);
        let own = name.rsplit("::").next().unwrap_or_default();
        let value = reader
            .message(layout, member, fields)
            .map_err(|error| error.in_type(own.to_owned()))?;
        put(&value, layout, spec)
    });
    bytes.map_err(|error| EncodeError::custom(error).in_key("message"))?
}

/// Encodes a value of a layout.
///
/// # Errors
/// The path of the value, and the problem there.
pub(crate) fn of_layout(
    layout: &TypeLayout<'_>,
    json: &Json,
    spec: &DialectSpec,
) -> Result<Vec<u8>, EncodeError> {
    let value = Reader::new(spec).message(layout, None, json)?;
    put(&value, layout, spec)
}

/// Encodes a value that was made for this layout.
fn put(
    value: &Variant,
    layout: &TypeLayout<'_>,
    spec: &DialectSpec,
) -> Result<Vec<u8>, EncodeError> {
    let fit = fits(layout, value, spec.generation)
        .map_err(|error| EncodeError::custom(describe(&error)))?;
    let mut bytes = value::encode(value, spec)?;
    let wide = Natural::new(spec.generation).wide_floats(layout, &fit);
    if wide.is_empty() {
        return Ok(bytes);
    }
    let mut order = Vec::new();
    list_addresses(value, &mut order);
    let place: HashMap<usize, usize> =
        order.into_iter().enumerate().map(|(index, address)| (address, index)).collect();
    let mut headers = Vec::new();
    let walked = walk(&bytes, Limits::NONE, spec, |piece| {
        if let Part::Header { .. } = piece.part {
            headers.push(piece.offset);
        }
    });
    walked.map_err(EncodeError::custom)?;
    let mut offsets: Vec<usize> = wide
        .into_iter()
        .filter_map(|address| headers.get(*place.get(&address)?).copied())
        .collect();
    offsets.sort_unstable();
    // From the end, because a wider float moves the bytes after it.
    for offset in offsets.into_iter().rev() {
        widen_float(&mut bytes, offset, spec);
    }
    Ok(bytes)
}

/// Lists the memory addresses of all values, in the order of their headers.
fn list_addresses(value: &Variant, order: &mut Vec<usize>) {
    order.push(address(value));
    match value {
        Variant::Array(array) => {
            array.elements.iter().for_each(|element| list_addresses(element, order));
        }
        Variant::Dictionary(dictionary) => {
            for (key, value) in &dictionary.entries {
                list_addresses(key, order);
                list_addresses(value, order);
            }
        }
        Variant::Object(object) => {
            object.properties.iter().for_each(|(_, value)| list_addresses(value, order));
        }
        _ => {}
    }
}

fn address(value: &Variant) -> usize {
    std::ptr::from_ref(value).addr()
}

/// A type and its surrounding types, which a layout can refer to.
struct Frame<'f, 'l> {
    name: &'l str,
    layout: &'l TypeLayout<'l>,
    outer: Outer<'f, 'l>,
    depth: usize,
}

type Outer<'f, 'l> = Option<&'f Frame<'f, 'l>>;

impl<'f, 'l> Frame<'f, 'l> {
    fn new(name: &'l str, layout: &'l TypeLayout<'l>, outer: Outer<'f, 'l>) -> Self {
        Self { name, layout, outer, depth: outer.map_or(0, |outer| outer.depth + 1) }
    }
}

/// Resolves a layout that refers to a surrounding type. Returns `None` if there is no such type.
fn resolve<'l>(layout: &'l TypeLayout<'l>, outer: Outer<'_, 'l>) -> Option<&'l TypeLayout<'l>> {
    let TypeLayout::Recursive(again) = layout else { return Some(layout) };
    let around = iter::successors(outer, |frame| frame.outer);
    again.resolve(around.map(|frame| (frame.name, frame.layout)))
}

/// Whether fields have positions instead of names.
fn is_tuple(names: &[&str]) -> bool {
    let mut names = names.iter().enumerate();
    names.len() > 0 && names.all(|(index, name)| name.parse() == Ok(index))
}

/// Returns the shortest decimal that is exact for a 32-bit float.
pub(crate) fn single(real: f32) -> f64 {
    let short: f64 = real.to_string().parse().unwrap_or_else(|_| f64::from(real));
    if short as f32 == real { short } else { f64::from(real) }
}

/// Reads a float of 64 bits: a number, or the text of one that JSON does not have.
pub(crate) fn double_of(json: &Json) -> Option<f64> {
    match json {
        Json::Number(number) => number.as_f64(),
        Json::String(text) => match text.as_str() {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    }
}

/// Reads a float of 32 bits in the same way. Each NaN has a text, such as `NaN:7fc00000`.
pub(crate) fn single_of(json: &Json) -> Option<f32> {
    let bits = match json.as_str() {
        Some("NaN") => Some(NAN),
        Some(text) => text.strip_prefix("NaN:").and_then(|it| u32::from_str_radix(it, 16).ok()),
        None => None,
    };
    let nan = bits.map(f32::from_bits).filter(|real| real.is_nan());
    nan.or_else(|| double_of(json).map(|real| real as f32))
}

/// Returns the Rust names of an enum's variants.
fn member_names<'l>(layout: &EnumerationLayout<'l>) -> impl Iterator<Item = &'l str> {
    layout.members.iter().map(|member| member.name).chain(layout.other.map(|(name, _)| name))
}

/// Checks that a structure has only its parts.
pub(crate) fn check_parts(json: &Json, paths: &[Vec<&'static str>]) -> Result<(), EncodeError> {
    let Some(object) = json.as_object() else {
        let message = format_args!("expected an object of its parts, found {}", found(json));
        return Err(EncodeError::custom(message));
    };
    let mut known: Vec<&str> = paths.iter().filter_map(|path| path.first().copied()).collect();
    known.dedup();
    match object.keys().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => {
            let message = format!("unknown part {name:?}; it has {}", known.join(", "));
            Err(EncodeError::custom(message))
        }
    }
}

/// Describes JSON for error messages.
pub(crate) fn found(json: &Json) -> String {
    match json {
        Json::Null => "null".to_owned(),
        Json::Array(list) => format!("a list of {}", list.len()),
        Json::Object(_) => "an object".to_owned(),
        Json::String(text) if text.chars().count() > 40 => "a text".to_owned(),
        json => json.to_string(),
    }
}
