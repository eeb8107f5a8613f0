//! Values of the vectors, from their JSON to bytes through typed values.

use std::borrow::Cow;

use godot_var::Limits;
use godot_var::litenet::{
    Color, DirectionVector2, DirectionVector3, Era, EulerAngles, FromLiteNetBytes, Half,
    LiteNet2018, LiteNetHead, LiteNetMessage, Packed, Rest, ToLiteNetBytes, Zigzag, hashed_id,
};
use godot_var::math::{Quaternion, Vector2i, Vector3i, Vector4};
use godot_var::{Vector2, Vector3};
use serde_json::Value as Json;

use crate::common::{text, vectors};

pub(crate) fn integer(value: &Json) -> i128 {
    match value {
        Json::String(text) => text.parse().expect("an integer"),
        other => i128::from(other.as_i64().unwrap_or_else(|| panic!("{other} is an integer"))),
    }
}

pub(crate) fn float(value: &Json) -> f64 {
    match value.as_str() {
        // The bits of C#'s `NaN`.
        Some("NaN") => f64::from_bits(0xfff8_0000_0000_0000),
        Some("Infinity") => f64::INFINITY,
        Some("-Infinity") => f64::NEG_INFINITY,
        _ => value.as_f64().unwrap_or_else(|| panic!("{value} is a float")),
    }
}

pub(crate) fn single(value: &Json) -> f32 {
    if value == "NaN" { f32::from_bits(0xffc0_0000) } else { float(value) as f32 }
}

pub(crate) fn vector3(value: &Json) -> Vector3 {
    Vector3 { x: single(&value["x"]), y: single(&value["y"]), z: single(&value["z"]) }
}

pub(crate) fn euler(value: &Json) -> EulerAngles {
    let Vector3 { x, y, z } = vector3(value);
    EulerAngles { x, y, z }
}

pub(crate) fn string(value: &Json) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Encodes a value, checks that it decodes and encodes again, and returns the bytes.
pub(crate) fn through<E: Era, T>(value: &T) -> Vec<u8>
where
    T: ToLiteNetBytes + for<'de> FromLiteNetBytes<'de>,
{
    let bytes = value.to_litenet_bytes::<E>().expect("encodable");
    let strict = Limits::DEFAULT.with_canonical(true);
    let read = T::from_litenet_bytes_with::<E>(&bytes, strict).expect("decodable");
    assert_eq!(read.to_litenet_bytes::<E>().expect("encodable"), bytes);
    for end in 0..bytes.len().min(64) {
        let cut = T::from_litenet_bytes::<E>(&bytes[..end]);
        assert!(cut.is_err_and(|error| error.is_incomplete() && error.offset() == end));
    }
    bytes
}

pub(crate) fn list<E: Era, T>(value: &Json, element: impl Fn(&Json) -> T) -> Vec<u8>
where
    T: ToLiteNetBytes + for<'de> FromLiteNetBytes<'de>,
{
    let list: Vec<T> = value.as_array().expect("a list").iter().map(element).collect();
    through::<E, _>(&list)
}

/// A list after an i32.
#[derive(LiteNetMessage)]
pub(crate) struct Long<T>(#[litenet(len = "i32")] Vec<T>);

#[derive(LiteNetMessage)]
pub(crate) struct LongText(#[litenet(len = "i32")] String);

/// A plain value of a primitive kind.
pub(crate) fn plain<E: Era>(kind: &str, value: &Json) -> Option<Vec<u8>> {
    let int = || integer(value);
    let component = |name: &str| single(&value[name]);
    let whole = |name: &str| integer(&value[name]) as i32;
    Some(match kind {
        "bool" => through::<E, _>(&value.as_bool().expect("a bool")),
        "byte" => through::<E, _>(&(int() as u8)),
        "sbyte" => through::<E, _>(&(int() as i8)),
        "short" => through::<E, _>(&(int() as i16)),
        "ushort" | "char" => through::<E, _>(&(int() as u16)),
        "int" => through::<E, _>(&(int() as i32)),
        "uint" => through::<E, _>(&(int() as u32)),
        "long" => through::<E, _>(&(int() as i64)),
        "ulong" => through::<E, _>(&(int() as u64)),
        "float" => through::<E, _>(&single(value)),
        "double" => through::<E, _>(&float(value)),
        "string" => through::<E, _>(&string(value)),
        "vector2" => through::<E, _>(&Vector2 { x: component("x"), y: component("y") }),
        "vector3" => through::<E, _>(&vector3(value)),
        "vector4" | "quaternion" => {
            let [x, y, z, w] = ["x", "y", "z", "w"].map(component);
            let bytes = through::<E, _>(&Vector4 { x, y, z, w });
            assert_eq!(bytes, through::<E, _>(&Quaternion { x, y, z, w }));
            bytes
        }
        "vector2int" => through::<E, _>(&Vector2i { x: whole("x"), y: whole("y") }),
        "vector3int" => through::<E, _>(&Vector3i { x: whole("x"), y: whole("y"), z: whole("z") }),
        "quaternion_euler" => through::<E, _>(&euler(value)),
        "color" => {
            let color = Color::from_components(["r", "g", "b", "a"].map(component));
            through::<E, _>(&color)
        }
        _ => return None,
    })
}

/// A value as today's `PutValue` writes it: integers packed.
pub(crate) fn value_of_head(kind: &str, value: &Json) -> Option<Vec<u8>> {
    type E = LiteNetHead;
    let int = || integer(value);
    let byte = |name: &str| integer(&value[name]) as i8;
    let half = |name: &str| Half(integer(&value[name]) as u16);
    Some(match kind {
        "short" => through::<E, _>(&Zigzag(int() as i16)),
        "int" => through::<E, _>(&Zigzag(int() as i32)),
        "long" => through::<E, _>(&Zigzag(int() as i64)),
        "ushort" => through::<E, _>(&Packed(int() as u16)),
        "uint" => through::<E, _>(&Packed(int() as u32)),
        "ulong" => through::<E, _>(&Packed(int() as u64)),
        "direction_vector2" => through::<E, _>(&DirectionVector2 { x: byte("x"), y: byte("y") }),
        "direction_vector3" => {
            through::<E, _>(&DirectionVector3 { x: byte("x"), y: byte("y"), z: byte("z") })
        }
        "half" => through::<E, _>(&Half(int() as u16)),
        "half_vector2" => through::<E, _>(&(half("x"), half("y"))),
        "half_vector3" => through::<E, _>(&(half("x"), half("y"), half("z"))),
        "int[]" => {
            let values = value.as_array().expect("a list").iter();
            through::<E, _>(&Long(values.map(|v| Zigzag(integer(v) as i32)).collect()))
        }
        "string[]" => {
            let values = value.as_array().expect("a list").iter();
            through::<E, _>(&Long(values.map(string).collect()))
        }
        "byte[]" => through::<E, _>(&Long(byte_block(value))),
        _ => return plain::<E>(kind, value),
    })
}

pub(crate) fn byte_block(value: &Json) -> Vec<u8> {
    match value {
        Json::String(digits) => hex::decode(digits).expect("hex digits"),
        Json::Array(list) => list.iter().map(|byte| integer(byte) as u8).collect(),
        other => panic!("{other} is not a block of bytes"),
    }
}

pub(crate) fn primitive<E: Era>(kind: &str, all: &Json) -> Option<Vec<u8>> {
    let value = &all["v"];
    let int = || integer(value);
    if let Some(kind) = kind.strip_prefix("field:") {
        return plain::<E>(kind, value);
    }
    if let Some(kind) = kind.strip_prefix("value:") {
        return value_of_head(kind, value);
    }
    Some(match kind {
        "float" => {
            let bits = u32::from_str_radix(text(all, "bits"), 16).expect("hex digits");
            through::<E, _>(&f32::from_bits(bits))
        }
        "double" => {
            let bits = u64::from_str_radix(text(all, "bits"), 16).expect("hex digits");
            through::<E, _>(&f64::from_bits(bits))
        }
        "packed_ushort" => through::<E, _>(&Packed(int() as u16)),
        "packed_uint" => through::<E, _>(&Packed(int() as u32)),
        "packed_ulong" => through::<E, _>(&Packed(int() as u64)),
        "packed_short" => through::<E, _>(&Zigzag(int() as i16)),
        "packed_int" => through::<E, _>(&Zigzag(int() as i32)),
        "packed_long" => through::<E, _>(&Zigzag(int() as i64)),
        "large_string" => through::<E, _>(&LongText(string(value))),
        "bytes_with_length" => through::<E, _>(&byte_block(value)),
        "array:bool" => list::<E, _>(value, |v| v.as_bool().expect("a bool")),
        "array:short" => list::<E, _>(value, |v| integer(v) as i16),
        "array:ushort" => list::<E, _>(value, |v| integer(v) as u16),
        "array:int" => list::<E, _>(value, |v| integer(v) as i32),
        "array:uint" => list::<E, _>(value, |v| integer(v) as u32),
        "array:long" => list::<E, _>(value, |v| integer(v) as i64),
        "array:ulong" => list::<E, _>(value, |v| integer(v) as u64),
        "array:float" => list::<E, _>(value, single),
        "array:double" => list::<E, _>(value, float),
        "array:string" => list::<E, _>(value, string),
        "list:int" | "array_extension:int" => return value_of_head("int[]", value),
        "list:string" => return value_of_head("string[]", value),
        "dictionary:int:string" => {
            let pair = |pair: &Json| {
                let (key, value) = match pair {
                    Json::Array(pair) => (&pair[0], &pair[1]),
                    pair => (&pair["key"], &pair["value"]),
                };
                (Zigzag(integer(key) as i32), string(value))
            };
            through::<E, _>(&Long(value.as_array().expect("pairs").iter().map(pair).collect()))
        }
        "hashed_id" => through::<E, _>(&hashed_id(text(all, "s"))),
        _ => return plain::<E>(kind, value),
    })
}

/// Typed values inside a message, one after the other.
pub(crate) fn values(
    values: &Json,
    value: impl Fn(&str, &Json) -> Option<Vec<u8>>,
) -> Rest<'static> {
    let values = match values {
        Json::Array(values) => values.as_slice(),
        one => std::slice::from_ref(one),
    };
    let bytes = values.iter().flat_map(|typed| {
        let kind = text(typed, "type");
        value(kind, &typed["value"]).unwrap_or_else(|| panic!("{kind} is not a known type"))
    });
    Rest(Cow::Owned(bytes.collect()))
}

pub(crate) fn raw(digits: &Json) -> Rest<'static> {
    Rest(Cow::Owned(hex::decode(digits.as_str().unwrap_or_default()).expect("hex digits")))
}

/// The struct encodes to the bytes, and the bytes decode to the struct.
pub(crate) fn agree<'de, E: Era, T>(line: &str, message: &T, bytes: &'de [u8])
where
    T: ToLiteNetBytes + FromLiteNetBytes<'de> + PartialEq + std::fmt::Debug,
{
    let written = message.to_litenet_bytes::<E>().expect("encodable");
    assert_eq!(hex::encode(written), hex::encode(bytes), "{line}");
    let strict = Limits::DEFAULT.with_canonical(true);
    let read = T::from_litenet_bytes_with::<E>(bytes, strict).expect("decodable");
    // Compared as texts, because some floats are NaN.
    assert_eq!(format!("{read:?}"), format!("{message:?}"), "{line}");
}

#[test]
fn primitives_of_both_eras() {
    let mut count = 0;
    for line in vectors("litenetlib.jsonl") {
        let kind = text(&line, "kind");
        if kind.starts_with("message:") {
            continue;
        }
        let written = if line["era"] == "head" {
            primitive::<LiteNetHead>(kind, &line["value"])
        } else {
            primitive::<LiteNet2018>(kind, &line["value"])
        };
        let written = written.unwrap_or_else(|| panic!("{kind} is not a known kind"));
        assert_eq!(hex::encode(written), text(&line, "hex"), "{}", text(&line, "id"));
        count += 1;
    }
    assert!(count > 1000, "{count}");
}
