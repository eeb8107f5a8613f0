//! Peeks into any bytes, compared with the full reader, in every dialect.

use godot_var::dialect::{Double, Flagless, Godot3_0};
use godot_var::error::{DecodeErrorKind, PathSegment};
use godot_var::inspect::{peek_bytes_with, peek_field_with, peek_id_with};
use godot_var::{DecodeError, Dialect, FromVariantBytes, Godot3, Godot4, Limits, Variant};

/// Compares peeks in every dialect with the full reader.
pub(crate) fn peek(bytes: &[u8]) {
    for limits in [Limits::DEFAULT, Limits::DEFAULT.with_objects(true)] {
        peek_in::<Godot4>(bytes, limits);
        peek_in::<Godot3>(bytes, limits);
        peek_in::<Godot3_0>(bytes, limits);
        peek_in::<Flagless>(bytes, limits);
        peek_in::<Double<Godot4>>(bytes, limits);
        peek_in::<Double<Godot3>>(bytes, limits);
    }
}

fn peek_in<D: Dialect>(bytes: &[u8], limits: Limits) {
    let full = Variant::from_variant_bytes_with::<D>(bytes, limits);
    let id = peek_id_with::<D>(bytes, limits);
    let first = peek_field_with::<D, i64>(bytes, "[0]", limits);
    match (&id, &first) {
        (Ok(id), Ok(first)) => assert_eq!(id, first),
        (Err(_), Err(_)) => {}
        _ => panic!("{}: the id {id:?}, the first element {first:?}", D::SPEC.name),
    }
    match &full {
        Ok(value) => {
            let mut left = PEEKS;
            inside::<D>(bytes, limits, value, &mut Vec::new(), &mut left);
        }
        Err(_) => {
            for path in ["", "[0]", "[1]", "[1].a", "a", "a[0]"] {
                sound::<D>(bytes, limits, path);
            }
        }
    }
}

/// The maximum number of peeked values inside a message, because each step to one is a walk.
const PEEKS: usize = 64;

/// Compares peeks at a value and its parts with the value.
fn inside<D: Dialect>(
    bytes: &[u8],
    limits: Limits,
    value: &Variant,
    steps: &mut Vec<PathSegment>,
    left: &mut usize,
) {
    if *left == 0 {
        return;
    }
    *left -= 1;
    let error = steps.iter().rev().fold(DecodeError::custom(0, ""), |error, step| match step {
        PathSegment::Key(key) => error.in_key(key.clone()),
        PathSegment::Index(index) => error.in_index(*index),
    });
    let path = error.path().to_string();
    let peeked = peek_field_with::<D, Variant>(bytes, &path, limits);
    let peeked = peeked.unwrap_or_else(|error| panic!("{}: {path}: {error}", D::SPEC.name));
    assert!(peeked.identical(value), "{}: {path}: {peeked:?}, not {value:?}", D::SPEC.name);
    sound::<D>(bytes, limits, &path);
    let mut step = |step, value| {
        steps.push(step);
        inside::<D>(bytes, limits, value, steps, left);
        steps.pop();
    };
    match value {
        Variant::Array(array) => {
            for (index, element) in array.elements.iter().enumerate() {
                step(PathSegment::Index(index), element);
            }
        }
        Variant::Dictionary(dictionary) => {
            for (key, value) in &dictionary.entries {
                if let Some(key) = key.as_str() {
                    step(PathSegment::Key(key.to_owned().into()), value);
                }
            }
        }
        _ => {}
    }
}

/// Compares the bytes of a field with its value, and errors with their place.
fn sound<D: Dialect>(bytes: &[u8], limits: Limits, path: &str) {
    let part = peek_bytes_with::<D>(bytes, path, limits);
    match (peek_field_with::<D, Variant>(bytes, path, limits), &part) {
        (Ok(value), Ok(part)) => {
            let again = Variant::from_variant_bytes_with::<D>(part, limits);
            assert!(again.expect("what was read in its place").identical(&value), "{path}");
        }
        // A peek at bytes checks neither UTF-8 nor whether 64-bit components fit 32 bits.
        (Err(error), Ok(_)) => {
            let unseen = [DecodeErrorKind::InvalidUtf8, DecodeErrorKind::OutOfRange];
            assert!(unseen.contains(&error.kind()), "{path}: {error}");
        }
        (Err(error), Err(same)) => {
            assert!(
                error.offset() <= bytes.len() && same.offset() <= bytes.len(),
                "{path}: {error}"
            );
        }
        (Ok(value), Err(error)) => panic!("{}: {path}: {value:?}, but {error}", D::SPEC.name),
    }
}
