//! What `StreamPeerBuffer` of Godot 4.6.3 and 3.6.2 wrote and read, by the method that each line names.

use std::fmt::Debug;

use godot_var::flat::{FromFlatBytes, ToFlatBytes};
use godot_var::math::Quaternion;
use godot_var::{
    FromVariantBytes, Godot3, Godot4, GodotFlat, ToVariantBytes, Variant, Vector2, Vector3,
};
use serde_json::Value as Json;

use crate::boundaries_flat::schema::*;
use crate::common::{bytes, float, text, vectors};

#[derive(Debug, PartialEq, GodotFlat)]
struct OfVariant {
    value: Variant,
}

#[derive(Debug, PartialEq, GodotFlat)]
#[flat(big_endian)]
struct BigVariant {
    value: Variant,
}

#[derive(Debug, PartialEq, GodotFlat)]
struct OfVariant3 {
    #[flat(as = Godot3)]
    value: Variant,
}

#[derive(Debug, PartialEq, GodotFlat)]
#[flat(big_endian)]
struct BigVariant3 {
    #[flat(as = Godot3)]
    value: Variant,
}

fn is_big(vector: &Json) -> bool {
    vector["big_endian"] == true
}

/// Floats of four bytes in a list.
fn floats(vector: &Json, key: &str) -> Vec<f32> {
    let number = |json: &Json| {
        let bytes = hex::decode(json.as_str().expect("a text")).expect("hex digits");
        f32::from_le_bytes(bytes.try_into().expect("four bytes"))
    };
    vector[key].as_array().expect("a list").iter().map(number).collect()
}

/// Reads the bytes as the engine did, and writes them again.
fn both_ways<T>(vector: &Json, value: &T)
where
    T: ToFlatBytes + for<'de> FromFlatBytes<'de> + PartialEq + Debug,
{
    let bytes = bytes(vector);
    assert_eq!(T::from_flat_bytes(&bytes).expect("reads"), *value, "{vector}");
    assert_eq!(value.to_flat_bytes().expect("writes"), bytes, "{vector}");
    assert_eq!(value.flat_len().expect("counts"), bytes.len(), "{vector}");
    for cut in 0..bytes.len() {
        assert!(T::from_flat_bytes(&bytes[..cut]).is_err(), "{cut} bytes of {vector}");
    }
}

fn number<N: std::str::FromStr<Err: Debug>>(vector: &Json) -> N {
    text(vector, "back").parse().unwrap_or_else(|error| panic!("{error:?}: {vector}"))
}

/// Checks a line of values that are written by `put_*`; returns whether it is one.
fn check(vector: &Json, engine: u8) -> bool {
    macro_rules! in_order {
        ($little:ident, $big:ident, $value:expr) => {
            if is_big(vector) {
                both_ways(vector, &$big { value: $value });
            } else {
                both_ways(vector, &$little { value: $value });
            }
        };
    }
    match text(vector, "call") {
        "put_8" => in_order!(OfI8, BigI8, number(vector)),
        "put_u8" => in_order!(OfU8, BigU8, number(vector)),
        "put_16" => in_order!(OfI16, BigI16, number(vector)),
        "put_u16" => in_order!(OfU16, BigU16, number(vector)),
        "put_32" => in_order!(OfI32, BigI32, number(vector)),
        "put_u32" => in_order!(OfU32, BigU32, number(vector)),
        "put_64" => in_order!(OfI64, BigI64, number(vector)),
        // GDScript's int is signed, so the engine reads what is above as a negative number.
        "put_u64" if text(vector, "back").starts_with('-') => {
            let bytes = bytes(vector);
            assert!(OfU64::from_flat_bytes(&bytes).is_err() || is_big(vector), "{vector}");
            assert!(BigU64::from_flat_bytes(&bytes).is_err() || !is_big(vector), "{vector}");
            let number = number::<i64>(vector).cast_unsigned();
            assert!(OfU64 { value: number }.to_flat_bytes().is_err(), "{vector}");
        }
        "put_u64" => in_order!(OfU64, BigU64, number(vector)),
        "put_float" | "put_double" | "put_half" | "encode_half" => check_float(vector),
        "put_utf8_string" | "put_string" => {
            in_order!(OfText32, BigText32, text(vector, "value").to_owned());
        }
        "put_var" => {
            let written = hex::decode(text(vector, "value_var")).expect("hex digits");
            if engine == 4 {
                let value = Variant::from_variant_bytes::<Godot4>(&written).expect("a Variant");
                in_order!(OfVariant, BigVariant, value.clone());
            } else {
                let value = Variant::from_variant_bytes::<Godot3>(&written).expect("a Variant");
                in_order!(OfVariant3, BigVariant3, value.clone());
            }
        }
        _ => return false,
    }
    true
}

/// A line of floats, of which some are NaN.
fn check_float(vector: &Json) {
    let (bytes, value, back) =
        (bytes(vector), float(vector, "value_f64"), float(vector, "back_f64"));
    let same =
        |own: f64, other: f64| own.to_bits() == other.to_bits() || own.is_nan() && other.is_nan();
    macro_rules! in_order {
        ($little:ident, $big:ident, $float:ident) => {{
            let (read, written) = if is_big(vector) {
                (
                    f64::from($big::from_flat_bytes(&bytes).expect("reads").value),
                    $big { value: value as $float }.to_flat_bytes(),
                )
            } else {
                (
                    f64::from($little::from_flat_bytes(&bytes).expect("reads").value),
                    $little { value: value as $float }.to_flat_bytes(),
                )
            };
            assert!(same(read, back), "{read} of {vector}");
            written
        }};
    }
    match text(vector, "call") {
        "put_float" => {
            assert_eq!(in_order!(OfF32, BigF32, f32).expect("writes"), bytes, "{vector}");
        }
        "put_double" => {
            assert_eq!(in_order!(OfF64, BigF64, f64).expect("writes"), bytes, "{vector}");
        }
        _ => {
            let written = in_order!(OfHalfF64, BigHalfF64, f64);
            // The engine cuts where we round: ours is as near, or refused where it is infinite.
            match written {
                Err(_) => assert!(value.is_finite() && value.abs() >= 65520.0, "{vector}"),
                Ok(own) => {
                    let read = if is_big(vector) {
                        BigHalfF64::from_flat_bytes(&own).expect("reads").value
                    } else {
                        OfHalfF64::from_flat_bytes(&own).expect("reads").value
                    };
                    if same(value, back) {
                        assert!(same(read, value), "{vector}");
                        assert!(own == bytes || value.is_nan(), "{vector}");
                    } else {
                        assert!((read - value).abs() <= (back - value).abs(), "{read}: {vector}");
                    }
                }
            }
        }
    }
}

#[derive(Debug, GodotFlat)]
struct Normal3(#[flat(normal, as = f32)] Vector3);

#[derive(Debug, GodotFlat)]
struct Normal2(#[flat(normal, as = f32)] Vector2);

#[derive(Debug, GodotFlat)]
struct Angle(#[flat(angle, as = u16)] f64);

macro_rules! rotations {
    ($($name:ident $bits:literal;)*) => {$(
        #[derive(Debug, GodotFlat)]
        struct $name(#[flat(smallest_three = $bits)] Quaternion);
    )*};
}

rotations! {
    Rotation10 10;
    Rotation15 15;
    Rotation20 20;
}

/// Checks a line of a function of the engine on which an encoding stands.
fn check_function(vector: &Json) {
    match text(vector, "call") {
        "octahedron" => {
            let (v, uv, back) = (floats(vector, "v"), floats(vector, "uv"), floats(vector, "back"));
            let bytes = Normal3(Vector3::new(v[0], v[1], v[2])).to_flat_bytes().expect("writes");
            let own = <[f32; 2]>::from_flat_bytes(&bytes).expect("two floats");
            let is_near = |own: f32, other: f32| (own - other).abs() < 3e-7;
            assert!(is_near(own[0], uv[0]) && is_near(own[1], uv[1]), "{own:?}: {vector}");
            let read = [uv[0], uv[1]].to_flat_bytes().expect("writes");
            let read = Normal3::from_flat_bytes(&read).expect("reads").0;
            let all = [read.x, read.y, read.z].into_iter().zip(back);
            assert!(all.into_iter().all(|(own, other)| is_near(own, other)), "{read:?}: {vector}");
        }
        "angle" => {
            let (v, angle) = (floats(vector, "v"), float(vector, "result_f64"));
            let bytes = Normal2(Vector2::new(v[0], v[1])).to_flat_bytes().expect("writes");
            let own = f64::from(f32::from_flat_bytes(&bytes).expect("a float"));
            assert!((own - angle).abs() < 5e-7, "{own}: {vector}");
        }
        "fposmod_tau" => {
            let (value, part) = (float(vector, "value_f64"), float(vector, "result_f64"));
            let bytes = Angle(value).to_flat_bytes().expect("writes");
            let step = u16::from_flat_bytes(&bytes).expect("a step");
            let expected = (part / std::f64::consts::TAU * 65535.0).round();
            assert_eq!(f64::from(step), expected, "{vector}");
        }
        "quaternion" => {
            let rotation = Quaternion::from_flat_bytes(&bytes(vector)).expect("reads");
            let length = [rotation.x, rotation.y, rotation.z, rotation.w]
                .iter()
                .map(|part| f64::from(*part).powi(2))
                .sum::<f64>()
                .sqrt();
            macro_rules! check {
                ($name:ident, $len:literal, $within:literal) => {
                    let bytes = $name(rotation).to_flat_bytes().expect("writes");
                    assert_eq!(bytes.len(), $len);
                    let read = $name::from_flat_bytes(&bytes).expect("reads").0;
                    let parts = |q: Quaternion| [q.x, q.y, q.z, q.w].map(f64::from);
                    let dot: f64 = parts(read)
                        .iter()
                        .zip(parts(rotation))
                        .map(|(own, other)| own * other / length)
                        .sum();
                    for (own, other) in parts(read).into_iter().zip(parts(rotation)) {
                        let off = (own - other / length * dot.signum()).abs();
                        assert!(off < $within, "{off}: {read:?} of {vector}");
                    }
                };
            }
            check!(Rotation10, 4, 2.1e-3);
            check!(Rotation15, 6, 7e-5);
            check!(Rotation20, 8, 3e-6);
        }
        call => panic!("no test of {call}"),
    }
}

#[test]
fn every_line_of_godot_4() {
    let vectors = vectors("stream4.jsonl");
    assert_eq!(vectors.len(), 1001);
    for vector in &vectors {
        if !check(vector, 4) {
            check_function(vector);
        }
    }
}

#[test]
fn every_line_of_godot_3() {
    let vectors = vectors("stream3.jsonl");
    assert_eq!(vectors.len(), 106);
    for vector in &vectors {
        assert!(check(vector, 3), "no test of {vector}");
    }
}

#[test]
fn a_variant_is_written_in_the_generation_that_is_asked_for() {
    let value = Variant::from(Vector3::ONE);
    let (four, three) = (OfVariant { value: value.clone() }, OfVariant3 { value: value.clone() });
    let after = |bytes: Vec<u8>| bytes[4..].to_vec();
    assert_eq!(after(four.to_flat_bytes().unwrap()), value.to_variant_bytes::<Godot4>().unwrap());
    assert_eq!(after(three.to_flat_bytes().unwrap()), value.to_variant_bytes::<Godot3>().unwrap());
}
