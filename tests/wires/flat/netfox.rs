//! What the serializers of netfox 1.48 wrote in Godot 4.6.3: read as netfox reads it, and written within half a step.

use std::collections::BTreeMap;
use std::fmt::Debug;

use godot_var::flat::{FromFlatBytes, ToFlatBytes};
use godot_var::math::{Quaternion, Transform2D, Transform3D, Vector4, double};
use godot_var::{FromVariantBytes, Godot4, GodotFlat, ToVariantBytes, Variant, Vector2, Vector3};
use serde_json::Value as Json;

use crate::common::{bytes, text, vectors};

/// The value that a serializer was given, or that it read back.
fn variant(vector: &Json, key: &str) -> Variant {
    let bytes = hex::decode(text(vector, key)).expect("hex digits");
    Variant::from_variant_bytes::<Godot4>(&bytes).expect("a Variant")
}

fn typed<T: for<'de> FromVariantBytes<'de>>(vector: &Json, key: &str) -> T {
    let bytes = hex::decode(text(vector, key)).expect("hex digits");
    T::from_variant_bytes::<Godot4>(&bytes).expect("the type of the serializer")
}

/// Serializers whose bytes are ours.
macro_rules! exact {
    ($vector:ident, $ty:ty, $wrapper:ident) => {{
        let value: $ty = typed($vector, "value_var");
        let back: $ty = typed($vector, "back_var");
        let bytes = bytes($vector);
        assert_eq!($wrapper::from_flat_bytes(&bytes).expect("reads").0, back, "{}", $vector);
        assert_eq!($wrapper(value).to_flat_bytes().expect("writes"), bytes, "{}", $vector);
    }};
}

/// A field with these attributes, alone in a message.
macro_rules! fields {
    ($($name:ident: $(#[$attr:meta])* $ty:ty;)*) => {$(
        #[derive(Debug, GodotFlat)]
        struct $name($(#[$attr])* $ty);
    )*};
}

fields! {
    Varuint: #[flat(varint)] u64;
    Text: #[flat(len = u32)] String;
    CText: #[flat(c_string)] String;
    Bool: bool;
    LooseBool: #[flat(lenient)] bool;
    U8: u8;
    U16: u16;
    U32: u32;
    I8: i8;
    I16: i16;
    I32: i32;
    I64: i64;
    F32: f32;
    F64: f64;
    Vec2: Vector2;
    Vec3: Vector3;
    Vec3Wide: double::Vector3;
    Vec4: Vector4;
    Quat: Quaternion;
    Frame2: Transform2D;
    Frame3: Transform3D;
    Bytes: #[flat(len = u16)] Vec<u8>;
    Map: #[flat(len = u16)] BTreeMap<Key, i16>;
    Any: Variant;
    Half: #[flat(as = f16)] f64;
    Vec2Half: #[flat(as = f16)] Vector2;
    Vec3Half: #[flat(as = f16)] Vector3;
    Vec3Halves: #[flat(as = f16)] Vec<Vector3>;
    QuatHalf: #[flat(as = f16)] Quaternion;
    Normal2Half: #[flat(normal, as = f16)] Vector2;
    Normal2Float: #[flat(normal, as = f32)] Vector2;
    Normal3Half: #[flat(normal, as = f16)] Vector3;
    Normal3Float: #[flat(normal, as = f32)] Vector3;
    Ufrac8: #[flat(range = 0..=1, as = u8)] f64;
    Ufrac16: #[flat(range = 0..=1, as = u16)] f64;
    Ufrac32: #[flat(range = 0..=1, as = u32)] f64;
    Sfrac8: #[flat(range = -1..=1, as = u8)] f64;
    Sfrac16: #[flat(range = -1..=1, as = u16)] f64;
    Sfrac32: #[flat(range = -1..=1, as = u32)] f64;
    Degrees8: #[flat(degrees, as = u8)] f64;
    Degrees16: #[flat(degrees, as = u16)] f64;
    Degrees32: #[flat(degrees, as = u32)] f64;
    Radians8: #[flat(angle, as = u8)] f64;
    Radians16: #[flat(angle, as = u16)] f64;
    Radians32: #[flat(angle, as = u32)] f64;
}

/// A key of a netfox dictionary: a text with a length of four bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, GodotFlat)]
struct Key(#[flat(len = u32)] String);

/// A number that netfox quantized: the same when it is read, and netfox's reading of ours is within half a step.
macro_rules! quantized {
    ($vector:ident, $wrapper:ident, $span:expr, $max:expr) => {
        quantized!($vector, $wrapper, $span, $max, |off| off)
    };
    // Angles may be off by whole turns.
    ($vector:ident, $wrapper:ident, $span:expr, $max:expr, turns) => {
        quantized!($vector, $wrapper, $span, $max, |off| {
            let off = f64::rem_euclid(off, $span);
            off.min($span - off)
        })
    };
    ($vector:ident, $wrapper:ident, $span:expr, $max:expr, |$off:ident| $distance:expr) => {{
        let (value, back): (f64, f64) = (typed($vector, "value_var"), typed($vector, "back_var"));
        let read = $wrapper::from_flat_bytes(&bytes($vector)).expect("reads").0;
        assert!((read - back).abs() <= f64::EPSILON * $span, "{read}, not {back}: {}", $vector);
        let written = $wrapper(value).to_flat_bytes().expect("writes");
        let again = $wrapper::from_flat_bytes(&written).expect("reads").0;
        let half = $span / f64::from($max) / 2.0 * (1.0 + 1e-9);
        let $off = (again - value).abs();
        assert!($distance <= half, "{again} of {value}: {}", $vector);
    }};
}

/// Vectors of which ours are rounded to the nearest half: as near as netfox's.
fn near<const N: usize>(vector: &Json, value: [f32; N], ours: [f32; N], theirs: [f32; N]) {
    for ((value, ours), theirs) in value.into_iter().zip(ours).zip(theirs) {
        assert!((ours - value).abs() <= (theirs - value).abs(), "{ours} of {value}: {vector}");
    }
}

macro_rules! halves {
    ($vector:ident, $ty:ty, $wrapper:ident, |$v:ident| $parts:expr) => {{
        let (value, back): ($ty, $ty) = (typed($vector, "value_var"), typed($vector, "back_var"));
        let read = $wrapper::from_flat_bytes(&bytes($vector)).expect("reads").0;
        assert_eq!(read, back, "{}", $vector);
        let written = $wrapper(value).to_flat_bytes().expect("writes");
        let again = $wrapper::from_flat_bytes(&written).expect("reads").0;
        let parts = |$v: $ty| $parts;
        near($vector, parts(value), parts(again), parts(back));
    }};
}

macro_rules! normal {
    ($vector:ident, $ty:ty, $wrapper:ident, $within:literal, |$v:ident| $parts:expr) => {{
        let (value, back): ($ty, $ty) = (typed($vector, "value_var"), typed($vector, "back_var"));
        let parts = |$v: $ty| $parts;
        let all = |one: $ty, other: $ty, within: f32| {
            let pairs = parts(one).into_iter().zip(parts(other));
            assert!(
                pairs.into_iter().all(|(one, other)| (one - other).abs() <= within),
                "{one:?}, {other:?}: {}",
                $vector
            );
        };
        let read = $wrapper::from_flat_bytes(&bytes($vector)).expect("reads").0;
        all(read, back, 4e-7);
        let written = $wrapper(value).to_flat_bytes().expect("writes");
        all($wrapper::from_flat_bytes(&written).expect("reads").0, value, $within);
    }};
}

#[test]
fn every_serializer() {
    let vectors = vectors("netfox.jsonl");
    assert_eq!(vectors.len(), 689);
    for vector in &vectors {
        check(vector);
    }
}

fn check(vector: &Json) {
    const TURN: f64 = std::f64::consts::TAU;
    match text(vector, "serializer") {
        "varuint" => exact!(vector, u64, Varuint),
        "string" => exact!(vector, String, Text),
        "c_string" => exact!(vector, String, CText),
        "bool8" => {
            exact!(vector, bool, Bool);
            exact!(vector, bool, LooseBool);
        }
        "uint8" => exact!(vector, u8, U8),
        "uint16" => exact!(vector, u16, U16),
        "uint32" => exact!(vector, u32, U32),
        "int8" => exact!(vector, i8, I8),
        "int16" => exact!(vector, i16, I16),
        "int32" => exact!(vector, i32, I32),
        "int64" => exact!(vector, i64, I64),
        "float32" => {
            let (value, back): (f64, f64) = (typed(vector, "value_var"), typed(vector, "back_var"));
            assert_eq!(f64::from(F32::from_flat_bytes(&bytes(vector)).unwrap().0), back);
            assert_eq!(F32(value as f32).to_flat_bytes().unwrap(), bytes(vector), "{vector}");
        }
        "float64" => exact!(vector, f64, F64),
        "float16" => {
            let (value, back): (f64, f64) = (typed(vector, "value_var"), typed(vector, "back_var"));
            assert_eq!(Half::from_flat_bytes(&bytes(vector)).unwrap().0, back, "{vector}");
            let written = Half(value).to_flat_bytes().unwrap();
            let again = Half::from_flat_bytes(&written).unwrap().0;
            assert!((again - value).abs() <= (back - value).abs(), "{again}: {vector}");
        }
        "vec2f32" => exact!(vector, Vector2, Vec2),
        "vec3f32" => exact!(vector, Vector3, Vec3),
        "vec3f64" => exact!(vector, double::Vector3, Vec3Wide),
        "vec4f32" => exact!(vector, Vector4, Vec4),
        "quatf32" => exact!(vector, Quaternion, Quat),
        "transform2f32" => exact!(vector, Transform2D, Frame2),
        "transform3f32" => exact!(vector, Transform3D, Frame3),
        "array_of uint8" => exact!(vector, Vec<u8>, Bytes),
        "variant" => {
            let value = variant(vector, "value_var");
            assert_eq!(Any::from_flat_bytes(&bytes(vector)).unwrap().0, value, "{vector}");
            assert_eq!(Any(value).to_flat_bytes().unwrap(), bytes(vector), "{vector}");
        }
        "dictionary string to int16" => {
            let value: BTreeMap<String, i16> = typed(vector, "value_var");
            let value: BTreeMap<_, _> =
                value.into_iter().map(|(key, value)| (Key(key), value)).collect();
            assert_eq!(Map::from_flat_bytes(&bytes(vector)).unwrap().0, value, "{vector}");
            assert_eq!(Map(value).to_flat_bytes().unwrap(), bytes(vector), "{vector}");
        }
        "array_of vec3f16 by varuint" => {
            let back: Vec<Vector3> = typed(vector, "back_var");
            let value: Vec<Vector3> = typed(vector, "value_var");
            assert_eq!(Vec3Halves::from_flat_bytes(&bytes(vector)).unwrap().0, back, "{vector}");
            let written = Vec3Halves(value.clone()).to_flat_bytes().unwrap();
            let again = Vec3Halves::from_flat_bytes(&written).unwrap().0;
            for ((value, ours), theirs) in value.iter().zip(&again).zip(&back) {
                let parts = |v: &Vector3| [v.x, v.y, v.z];
                near(vector, parts(value), parts(ours), parts(theirs));
            }
        }
        "vec2f16" => halves!(vector, Vector2, Vec2Half, |v| [v.x, v.y]),
        "vec3f16" => halves!(vector, Vector3, Vec3Half, |v| [v.x, v.y, v.z]),
        "quatf16" => halves!(vector, Quaternion, QuatHalf, |q| [q.x, q.y, q.z, q.w]),
        "normal2f16" => normal!(vector, Vector2, Normal2Half, 2e-3, |v| [v.x, v.y]),
        "normal2f32" => normal!(vector, Vector2, Normal2Float, 1e-6, |v| [v.x, v.y]),
        "normal3f16" => normal!(vector, Vector3, Normal3Half, 2e-3, |v| [v.x, v.y, v.z]),
        "normal3f32" => normal!(vector, Vector3, Normal3Float, 1e-6, |v| [v.x, v.y, v.z]),
        "ufrac8" => quantized!(vector, Ufrac8, 1.0, u8::MAX),
        "ufrac16" => quantized!(vector, Ufrac16, 1.0, u16::MAX),
        "ufrac32" => quantized!(vector, Ufrac32, 1.0, u32::MAX),
        "sfrac8" => quantized!(vector, Sfrac8, 2.0, u8::MAX),
        "sfrac16" => quantized!(vector, Sfrac16, 2.0, u16::MAX),
        "sfrac32" => quantized!(vector, Sfrac32, 2.0, u32::MAX),
        "degrees8" => quantized!(vector, Degrees8, 360.0, u8::MAX, turns),
        "degrees16" => quantized!(vector, Degrees16, 360.0, u16::MAX, turns),
        "degrees32" => quantized!(vector, Degrees32, 360.0, u32::MAX, turns),
        "radians8" => quantized!(vector, Radians8, TURN, u8::MAX, turns),
        "radians16" => quantized!(vector, Radians16, TURN, u16::MAX, turns),
        "radians32" => quantized!(vector, Radians32, TURN, u32::MAX, turns),
        serializer => panic!("no test of {serializer}"),
    }
}

#[test]
fn the_bytes_of_a_variant_are_those_of_the_other_derive() {
    let value = Variant::from(7);
    let bytes = Any(value.clone()).to_flat_bytes().unwrap();
    assert_eq!(bytes[4..], value.to_variant_bytes::<Godot4>().unwrap());
}
