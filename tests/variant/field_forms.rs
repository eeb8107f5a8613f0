//! A field accepts the same values as its type does alone, at any position.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

use crate::common::{ENGINE, bytes, text, vectors};
use godot_var::dialect::Flagless;
use godot_var::error::DecodeErrorKind;
use godot_var::math::{Aabb, Basis, Plane, Quaternion, Rect2, Transform3D};
use godot_var::values::{NodePath, StringName, VariantType};
use godot_var::{
    Color, DecodeError, Dialect, Dictionary, FromVariantBytes, Godot3, Godot4, GodotVar,
    ToVariantBytes, Variant, Vector2, Vector3,
};

/// A field at several positions: after a run, before one, alone, and in any order.
#[derive(Debug, GodotVar)]
struct Middle<T> {
    letter: char,
    it: T,
    after: i32,
}

#[derive(Debug, GodotVar)]
struct First<T> {
    it: T,
    after: u32,
    flag: bool,
}

#[derive(Debug, GodotVar)]
#[godot_var(array)]
struct Listed<T> {
    before: u64,
    it: T,
    after: i32,
}

/// As [`Middle`], with the keys in another order.
#[derive(Debug, GodotVar)]
struct Shuffled<T> {
    after: i32,
    it: T,
    letter: char,
}

fn seen<T: Debug>(result: Result<T, DecodeError>) -> Result<String, DecodeErrorKind> {
    // All NaNs have the same text.
    result.map(|value| format!("{value:?}")).map_err(|error| error.kind())
}

/// Decodes every value of an engine as `T`, alone and as a field.
fn agrees<D, T>(values: &[(String, Variant)])
where
    D: Dialect,
    T: Debug + ToVariantBytes + for<'de> FromVariantBytes<'de>,
{
    fn read<D: Dialect, S>(value: &impl ToVariantBytes) -> Result<S, DecodeError>
    where
        S: for<'de> FromVariantBytes<'de>,
    {
        let bytes = value.to_variant_bytes::<D>().expect("encodes");
        S::from_variant_bytes_with::<D>(&bytes, ENGINE)
    }

    let name = std::any::type_name::<T>();
    for (id, value) in values {
        let it = || value.clone();
        let alone = seen(read::<D, T>(value));
        let middle = Middle { letter: 'a', it: it(), after: 1 };
        assert_eq!(alone, seen(read::<D, Middle<T>>(&middle).map(|s| s.it)), "{name}: {id}");
        let first = First { it: it(), after: 1, flag: true };
        assert_eq!(alone, seen(read::<D, First<T>>(&first).map(|s| s.it)), "{name} first: {id}");
        let listed = Listed { before: 1, it: it(), after: 1 };
        assert_eq!(alone, seen(read::<D, Listed<T>>(&listed).map(|s| s.it)), "{name} listed: {id}");
        let shuffled = Shuffled { after: 1, it: it(), letter: 'a' };
        assert_eq!(
            alone,
            seen(read::<D, Middle<T>>(&shuffled).map(|s| s.it)),
            "{name} in another order: {id}"
        );
    }
}

macro_rules! fields {
    ($($test:ident: $($type:ty),+;)+) => {$(
        #[test]
        fn $test() {
            for_engine::<Godot4>("godot4.jsonl");
            for_engine::<Godot3>("godot3.jsonl");

            fn for_engine<D: Dialect>(file: &str) {
                let values = values::<D>(file);
                $(agrees::<D, $type>(&values);)+
            }
        }
    )+};
}

/// The values that the engine wrote, of every type.
fn values<D: Dialect>(file: &str) -> Vec<(String, Variant)> {
    let read = |vector: &serde_json::Value| {
        let value = Variant::from_variant_bytes_with::<D>(&bytes(vector), ENGINE).ok()?;
        Some((text(vector, "id").to_owned(), value))
    };
    let values: Vec<_> = vectors(file).iter().filter_map(read).collect();
    assert!(values.len() > 300, "{file}: {}", values.len());
    values
}

fields! {
    numbers: (), bool, u8, i16, u32, i64, u64, f32, f64;
    texts: char, String, Box<str>, Rc<str>, Arc<str>, StringName, NodePath;
    structures: Vector2, Vector3, Rect2, Plane, Quaternion, Aabb, Basis, Transform3D, Color;
    packed: Vec<u8>, Vec<i32>, Vec<f32>, Vec<String>, Vec<Vector2>, Vec<Vector3>, Vec<Color>;
    lists: Vec<bool>, Vec<Variant>, Vec<Vec<i32>>, VecDeque<i32>, Box<[i32]>, Box<[String]>, (i32,), (f32, String);
    arrays: [u8; 1], [u8; 3], [i32; 1], [i64; 2], [f32; 1], [f64; 2], [String; 1], [Vector3; 1], [bool; 2];
    options: Option<bool>, Option<i32>, Option<f32>, Option<String>, Option<Box<str>>, Option<Vec<i32>>, Option<Vector3>, Option<Box<i64>>;
    pointers: Box<bool>, Box<i32>, Box<f64>, Rc<String>, Arc<Vector3>, Box<Vec<String>>;
    maps: BTreeMap<String, Variant>, BTreeMap<i64, i64>, Dictionary, Variant;
}

/// Reads a message with one float into each type, and returns the bits that arrive.
fn float_bits<D: Dialect>(nan: u32) -> Vec<(&'static str, u32)> {
    #[derive(GodotVar)]
    struct Field {
        value: f32,
    }
    #[derive(GodotVar)]
    #[godot_var(array)]
    struct Element(f32);

    let header = D::SPEC.type_id(VariantType::Float).map(u32::from).expect("a float");
    let float = [header.to_le_bytes(), nan.to_le_bytes()].concat();
    let one = |kind: VariantType, content: &[u8]| {
        let header = D::SPEC.type_id(kind).map(u32::from).expect("a list");
        [&header.to_le_bytes()[..], &1_u32.to_le_bytes(), content].concat()
    };
    let array = one(VariantType::Array, &float);
    let packed = one(VariantType::PackedFloat32Array, &nan.to_le_bytes());
    let pair = ["value".to_variant_bytes::<D>().expect("a text"), float.clone()].concat();
    let record = one(VariantType::Dictionary, &pair);
    let mut found = Vec::new();
    macro_rules! read {
        ($($type:ty, $bytes:expr, $value:ident => $float:expr;)*) => {$(
            let $value = <$type>::from_variant_bytes::<D>($bytes).expect(stringify!($type));
            found.push((stringify!($type from $bytes), $float.to_bits()));
        )*};
    }
    read! {
        f32, &float, value => value;
        Box<f32>, &float, value => value;
        Option<f32>, &float, value => value.expect("a value");
        Field, &record, value => value.value;
        Element, &array, value => value.0;
        (f32,), &array, value => value.0;
        Vec<f32>, &array, value => value[0];
        [f32; 1], &array, value => value[0];
        Vec<f32>, &packed, value => value[0];
        [f32; 1], &packed, value => value[0];
        VecDeque<f32>, &packed, value => value[0];
        Rc<[f32]>, &packed, value => value[0];
    }
    let mut place = [0.0_f32];
    <[f32; 1]>::from_variant_bytes_in_place::<D>(&packed, &mut place).expect("a list");
    found.push(("in place", place[0].to_bits()));
    found
}

/// In 32 bits on the wire and in Rust: no form makes another NaN of it.
#[test]
fn a_nan_keeps_its_bits() {
    for nan in [0x7f80_0001, 0xff80_0001, 0x7fc0_0001] {
        for (read, bits) in float_bits::<Godot4>(nan).into_iter().chain(float_bits::<Flagless>(nan))
        {
            assert_eq!(bits, nan, "{read}: {bits:x}, not {nan:x}");
        }
        let float = f32::from_bits(nan);
        let expected = [3_u32.to_le_bytes(), nan.to_le_bytes()].concat();
        let mut slice = [0; 8];
        assert_eq!(float.to_variant_bytes::<Flagless>(), Ok(expected.clone()));
        assert_eq!(float.write_variant_bytes::<Flagless>(&mut slice), Ok(8));
        assert_eq!(slice[..], expected);
    }
}
