//! Every attribute of fields and containers: its bytes, and what its reader accepts.

use std::collections::BTreeMap;

use godot_var::EncodeVariant;
use godot_var::dialect::Generation;
use godot_var::error::{DecodeErrorKind, EncodeErrorKind};
use godot_var::layout::Describe;
use godot_var::values::{ElementType, NodePath, StringName, VariantType};
use godot_var::{
    Array, DecodeError, DecodeVariant, Dialect, Dictionary, EncodeError, FromVariantBytes, Godot3,
    Godot4, GodotVar, Output, Reader, ToVariantBytes, Variant, Vector3,
};
use godot_var_codegen::inspect::fits;

fn dict<const N: usize>(pairs: [(&str, Variant); N]) -> Variant {
    Variant::Dictionary(Dictionary::from_iter(pairs))
}

fn bytes(value: &Variant) -> Vec<u8> {
    value.to_variant_bytes::<Godot4>().expect("encodes")
}

/// The value encodes to `dynamic`, and decodes from it.
fn both<T>(value: &T, dynamic: &Variant)
where
    T: ToVariantBytes + for<'de> FromVariantBytes<'de> + PartialEq + std::fmt::Debug,
{
    assert_eq!(
        hex::encode(value.to_variant_bytes::<Godot4>().expect("encodes")),
        hex::encode(bytes(dynamic)),
        "{value:?}"
    );
    assert_eq!(&decode::<T>(dynamic).expect("decodes"), value);
}

fn decode<T: for<'de> FromVariantBytes<'de>>(value: &Variant) -> Result<T, DecodeError> {
    T::from_variant_bytes::<Godot4>(&bytes(value))
}

#[derive(Clone, Debug, Default, PartialEq, GodotVar)]
struct Sparse {
    a: i32,
    #[godot_var(skip_encoding_if = Option::is_none)]
    note: Option<String>,
    #[godot_var(skip_serializing_if = "Vec::is_empty", default)]
    tags: Vec<String>,
    #[godot_var(skip_encoding, default = 7)]
    read_only: i32,
    #[godot_var(skip_decoding)]
    write_only: i32,
}

#[test]
fn left_out_fields() {
    let full = Sparse {
        a: 1,
        note: Some("n".into()),
        tags: vec!["t".into()],
        read_only: 5,
        write_only: 6,
    };
    let written = dict([
        ("a", 1.into()),
        ("note", "n".into()),
        ("tags", vec!["t".to_owned()].into()),
        ("write_only", 6.into()),
    ]);
    assert_eq!(full.to_variant_bytes::<Godot4>().unwrap(), bytes(&written));
    let back: Sparse = decode(&written).unwrap();
    assert_eq!(back, Sparse { read_only: 7, write_only: 0, ..full });
    let empty = Sparse { a: 2, ..Sparse::default() };
    let written = dict([("a", 2.into()), ("write_only", 0.into())]);
    assert_eq!(empty.to_variant_bytes::<Godot4>().unwrap(), bytes(&written));
    assert_eq!(decode::<Sparse>(&written).unwrap(), Sparse { read_only: 7, ..empty });
    let read = dict([("a", 2.into()), ("read_only", 9.into()), ("write_only", 9.into())]);
    assert_eq!(
        decode::<Sparse>(&read).unwrap(),
        Sparse { a: 2, read_only: 9, ..Sparse::default() }
    );
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Inner {
    x: i32,
    y: Option<String>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Outer {
    id: u8,
    #[godot_var(flatten)]
    inner: Inner,
    last: bool,
    #[godot_var(flatten)]
    rest: BTreeMap<String, Variant>,
}

#[test]
fn flattened() {
    let value = Outer {
        id: 1,
        inner: Inner { x: 2, y: None },
        last: true,
        rest: BTreeMap::from([("z".into(), Variant::from(3))]),
    };
    both(
        &value,
        &dict([
            ("id", 1.into()),
            ("x", 2.into()),
            ("y", Variant::Nil),
            ("last", true.into()),
            ("z", 3.into()),
        ]),
    );
    let error = decode::<Outer>(&dict([("id", 1.into()), ("last", true.into())])).unwrap_err();
    assert_eq!(
        (error.kind(), error.path().to_string()),
        (DecodeErrorKind::MissingField, "Outer.x".into())
    );

    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(deny_unknown_fields)]
    struct Strict {
        a: i32,
        #[godot_var(flatten)]
        more: Option<Inner>,
    }
    both(
        &Strict { a: 1, more: Some(Inner { x: 2, y: Some("s".into()) }) },
        &dict([("a", 1.into()), ("x", 2.into()), ("y", "s".into())]),
    );
    both(&Strict { a: 1, more: None }, &dict([("a", 1.into())]));
    let error = decode::<Strict>(&dict([("a", 1.into()), ("b", 2.into())])).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::UnknownField);
}

#[test]
fn unknown_keys_can_be_refused() {
    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(deny_unknown_fields)]
    struct Closed {
        a: i32,
    }
    both(&Closed { a: 1 }, &dict([("a", 1.into())]));
    let error = decode::<Closed>(&dict([("a", 1.into()), ("b", 2.into())])).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::UnknownField);
    assert_eq!(error.found(), "the unknown key \"b\"");

    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(tag = "type", deny_unknown_fields)]
    enum Tagged {
        A { x: i32 },
    }
    let late = dict([("x", 1.into()), ("type", "A".into())]);
    assert_eq!(decode::<Tagged>(&late).unwrap(), Tagged::A { x: 1 });
    let error = decode::<Tagged>(&dict([("type", "A".into()), ("x", 1.into()), ("y", 1.into())]))
        .unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::UnknownField);
}

/// Seconds on the wire, milliseconds here.
mod seconds {
    use super::*;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "the derive passes a reference")]
    pub(crate) fn encode<D: Dialect, O: Output>(ms: &u64, out: &mut O) -> Result<(), EncodeError> {
        EncodeVariant::<D>::encode(&(*ms as f64 / 1000.0), out)
    }

    pub(crate) fn decode<D: Dialect>(reader: &mut Reader<'_>) -> Result<u64, DecodeError> {
        let at = reader.position();
        let seconds = <f64 as DecodeVariant<'_, D>>::decode(reader)?;
        if seconds < 0.0 {
            return Err(DecodeError::custom(at, "a negative time"));
        }
        Ok((seconds * 1000.0) as u64)
    }
}

#[derive(Debug, PartialEq, GodotVar)]
struct Custom {
    #[godot_var(with = seconds)]
    at: u64,
    #[godot_var(encode_with = "seconds::encode", decode_with = "seconds::decode")]
    until: u64,
}

#[test]
fn functions_of_your_own() {
    both(&Custom { at: 1500, until: 250 }, &dict([("at", 1.5.into()), ("until", 0.25.into())]));
    let error =
        decode::<Custom>(&dict([("at", (-1.0).into()), ("until", 0.25.into())])).unwrap_err();
    assert_eq!(error.to_string(), format!("Custom.at: a negative time at byte {}", error.offset()));

    #[derive(Debug, PartialEq, GodotVar)]
    struct Newtype(#[godot_var(with = seconds)] u64);
    both(&Newtype(500), &0.5.into());
}

#[derive(Debug, PartialEq, GodotVar)]
struct WireTypes {
    #[godot_var(as = "StringName")]
    name: String,
    #[godot_var(as = "StringName")]
    maybe: Option<String>,
    #[godot_var(as = "NodePath")]
    path: String,
    #[godot_var(as = "Array")]
    list: Vec<i32>,
    #[godot_var(as = "int")]
    flag: bool,
    #[godot_var(as = "float")]
    count: u16,
    #[godot_var(f64)]
    wide: f32,
}

/// Its text would mean the path without the empty names, so it could not be encoded.
#[test]
fn a_path_that_no_text_means_is_refused() {
    #[derive(Debug, GodotVar)]
    struct Target {
        #[godot_var(as = "NodePath")]
        path: String,
    }

    for (names, subnames, taken) in [
        (&["a", "b"][..], &["c"][..], true),
        (&["a", ""], &[], false),
        (&["a"], &["", "c"], false),
        // The texts of other paths, but they decode to themselves.
        (&[""], &[], true),
        (&["a/b:c"], &[], true),
    ] {
        let texts = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        let path = NodePath { names: texts(names), subnames: texts(subnames), absolute: false };
        let text = path.to_string();
        let message = dict([("path", path.into())]);
        let bytes = message.to_variant_bytes::<Godot4>().expect("encodes");
        let read = Target::from_variant_bytes::<Godot4>(&bytes);
        let layout = <Target as Describe>::LAYOUT;
        assert_eq!(fits(layout, &message, Generation::Godot4).is_ok(), taken, "{text}");
        match read {
            Ok(read) => {
                assert!(taken, "{text}");
                assert_eq!(read.path, text);
                read.to_variant_bytes::<Godot4>().expect("what was read can be written");
            }
            Err(error) => {
                assert!(!taken, "{text}: {error}");
                assert_eq!(error.kind(), DecodeErrorKind::InvalidValue);
            }
        }
    }
}

#[test]
fn other_types_on_the_wire() {
    let value = WireTypes {
        name: "n".into(),
        maybe: Some("m".into()),
        path: "/root/A:b".into(),
        list: vec![1, 2],
        flag: true,
        count: 3,
        wide: 0.5,
    };
    let dynamic = dict([
        ("name", Variant::StringName("n".into())),
        ("maybe", Variant::StringName("m".into())),
        ("path", NodePath::parse("/root/A:b").into()),
        ("list", vec![Variant::Int(1), Variant::Int(2)].into()),
        ("flag", 1.into()),
        ("count", 3.0.into()),
    ]);
    let written = value.to_variant_bytes::<Godot4>().unwrap();
    // The dynamic value would encode 0.5 in 32 bits; here the last value has 64.
    let mut expected = bytes(&dynamic);
    expected[4] = 7;
    expected.extend(bytes(&"wide".into()));
    expected.extend([3, 0, 1, 0]);
    expected.extend(0.5f64.to_le_bytes());
    assert_eq!(hex::encode(&written), hex::encode(expected));
    assert_eq!(WireTypes::from_variant_bytes::<Godot4>(&written).unwrap(), value);
    let plain = dict([
        ("name", "n".into()),
        ("path", "/root/A:b".into()),
        ("list", vec![1, 2].into()),
        ("flag", 1.into()),
        ("count", 3.into()),
        ("wide", 0.5.into()),
    ]);
    assert_eq!(decode::<WireTypes>(&plain).unwrap(), WireTypes { maybe: None, ..value });
    #[derive(Debug, PartialEq, GodotVar)]
    struct Large {
        #[godot_var(as = "float")]
        n: u64,
        #[godot_var(default = "Ann", max_len = 8)]
        name: String,
    }
    let large = Large { n: 1 << 53, name: "Ann".into() };
    assert_eq!(decode::<Large>(&dict([("n", 9_007_199_254_740_992i64.into())])).unwrap(), large);
    let error = Large { n: (1 << 53) + 1, ..large }.to_variant_bytes::<Godot4>().unwrap_err();
    assert_eq!(
        (error.kind(), error.path().to_string()),
        (EncodeErrorKind::OutOfRange, "Large.n".into())
    );
    // Godot 3 has no StringName.
    #[derive(GodotVar)]
    struct Name {
        #[godot_var(as = "StringName")]
        name: &'static str,
    }
    assert_eq!(
        Name { name: "x" }.to_variant_bytes::<Godot3>().unwrap(),
        dict([("name", "x".into())]).to_variant_bytes::<Godot3>().unwrap()
    );
}

#[test]
fn texts_that_outlive_the_message() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Static {
        name: std::borrow::Cow<'static, str>,
        note: Option<std::borrow::Cow<'static, str>>,
    }
    both(
        &Static { name: "n".into(), note: Some("x".into()) },
        &dict([("name", "n".into()), ("note", "x".into())]),
    );
}

#[test]
fn string_name_keys() {
    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(keys = "StringName")]
    struct Lua {
        a: i32,
        b: String,
    }
    let value = Lua { a: 1, b: "x".into() };
    let dictionary = Dictionary {
        entries: vec![
            (StringName::from("a").into(), 1.into()),
            (StringName::from("b").into(), "x".into()),
        ],
        types: None,
    };
    both(&value, &Variant::Dictionary(dictionary));
    assert_eq!(decode::<Lua>(&dict([("a", 1.into()), ("b", "x".into())])).unwrap(), value);
    assert_eq!(
        value.to_variant_bytes::<Godot3>().unwrap(),
        dict([("a", 1.into()), ("b", "x".into())]).to_variant_bytes::<Godot3>().unwrap()
    );
}

#[test]
fn typed_containers() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Typed {
        #[godot_var(typed)]
        ints: Vec<i64>,
        #[godot_var(typed)]
        scores: BTreeMap<String, i64>,
        #[godot_var(typed)]
        places: Vec<Inner>,
    }
    let array = |kind, elements| {
        Variant::Array(Array { elements, element_type: Some(Box::new(ElementType::Builtin(kind))) })
    };
    let mut scores = Dictionary::from_iter([("a", 1)]);
    scores.types = Some(Box::new(godot_var::values::DictionaryType {
        key: Some(ElementType::Builtin(VariantType::String)),
        value: Some(ElementType::Builtin(VariantType::Int)),
    }));
    both(
        &Typed {
            ints: vec![1, -1, 5_000_000_000],
            scores: BTreeMap::from([("a".into(), 1)]),
            places: vec![Inner { x: 1, y: None }],
        },
        &dict([
            ("ints", array(VariantType::Int, vec![1.into(), (-1).into(), 5_000_000_000i64.into()])),
            ("scores", Variant::Dictionary(scores)),
            (
                "places",
                array(VariantType::Dictionary, vec![dict([("x", 1.into()), ("y", Variant::Nil)])]),
            ),
        ]),
    );
}

#[test]
fn lengths_are_bounded() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Bounded {
        #[godot_var(max_len = 3)]
        name: String,
        #[godot_var(max_len = 2)]
        list: Vec<i32>,
        #[godot_var(max_len = 1)]
        maybe: Option<Vec<Vector3>>,
    }
    let value = Bounded { name: "abc".into(), list: vec![1, 2], maybe: Some(vec![Vector3::ZERO]) };
    both(
        &value,
        &dict([
            ("name", "abc".into()),
            ("list", vec![1, 2].into()),
            ("maybe", vec![Vector3::ZERO].into()),
        ]),
    );
    let error = Bounded { name: "abcd".into(), ..value }.to_variant_bytes::<Godot4>().unwrap_err();
    assert_eq!(
        (error.kind(), error.path().to_string()),
        (EncodeErrorKind::TooLong, "Bounded.name".into())
    );
    let long = dict([("name", "abc".into()), ("list", vec![1, 2, 3].into())]);
    let error = decode::<Bounded>(&long).unwrap_err();
    assert_eq!(
        (error.kind(), error.path().to_string()),
        (DecodeErrorKind::LimitExceeded, "Bounded.list".into())
    );
    let facts = <Bounded as EncodeVariant<Godot4>>::FACTS;
    // Header, count; name: key 12, text 12; list: key 12, 16; maybe: key 16, 20.
    assert_eq!(facts.max_bytes(), Some(8 + 12 + 12 + 12 + 16 + 16 + 20));
}

#[test]
fn strict_fields_take_what_they_write() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Strict {
        #[godot_var(strict)]
        n: i32,
        #[godot_var(strict)]
        f: f32,
        #[godot_var(strict)]
        s: String,
    }
    both(
        &Strict { n: 1, f: 0.5, s: "x".into() },
        &dict([("n", 1.into()), ("f", 0.5.into()), ("s", "x".into())]),
    );
    for (key, value) in
        [("n", Variant::Float(1.0)), ("f", Variant::Int(1)), ("s", Variant::StringName("x".into()))]
    {
        let mut fields =
            Dictionary::from_iter([("n", Variant::Int(1)), ("f", 0.5.into()), ("s", "x".into())]);
        fields.insert(key, value);
        let error = decode::<Strict>(&Variant::Dictionary(fields)).unwrap_err();
        assert_eq!(
            (error.kind(), error.path().to_string()),
            (DecodeErrorKind::WrongType, format!("Strict.{key}"))
        );
    }
}

/// Values with two widths are encoded under `strict`, too.
#[test]
fn strict_numbers_of_two_widths() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Strict {
        #[godot_var(strict)]
        long: i64,
        #[godot_var(strict)]
        word: u32,
        #[godot_var(strict)]
        real: f64,
    }
    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(transparent)]
    struct Alone {
        #[godot_var(strict)]
        long: i64,
    }
    for (long, word, real) in [(1, 2, 0.5), (1 << 40, u32::MAX, 0.1), (-1, 0, f64::MAX)] {
        let fields = [("long", long.into()), ("word", word.into()), ("real", real.into())];
        both(&Strict { long, word, real }, &dict(fields));
        both(&Alone { long }, &long.into());
    }
}

#[test]
fn strict_lists_take_what_they_write() {
    #[derive(Debug, PartialEq, GodotVar)]
    struct Strict {
        #[godot_var(strict)]
        packed: Vec<i32>,
        #[godot_var(strict, max_len = 2)]
        short: Vec<i32>,
        #[godot_var(strict, as = "Array")]
        array: Vec<i32>,
    }
    let packed = || Variant::PackedInt32Array(vec![1]);
    let array = || Variant::Array([Variant::Int(1)].into_iter().collect());
    let pairs = || [("packed", packed()), ("short", packed()), ("array", array())];
    both(&Strict { packed: vec![1], short: vec![1], array: vec![1] }, &dict(pairs()));
    for (key, value) in [("packed", array()), ("short", array()), ("array", packed())] {
        let mut fields = Dictionary::from_iter(pairs());
        fields.insert(key, value);
        let fields = Variant::Dictionary(fields);
        let expected = (DecodeErrorKind::WrongType, format!("Strict.{key}"));
        let error = decode::<Strict>(&fields).unwrap_err();
        assert_eq!((error.kind(), error.path().to_string()), expected);
        let bytes = fields.to_variant_bytes::<Godot4>().expect("an encoding");
        let mut place = Strict { packed: vec![], short: vec![], array: vec![] };
        let error = Strict::from_variant_bytes_in_place::<Godot4>(&bytes, &mut place).unwrap_err();
        assert_eq!((error.kind(), error.path().to_string()), expected);
    }
}

#[test]
fn container_defaults_and_trailing_defaults() {
    #[derive(Clone, Debug, PartialEq, GodotVar)]
    #[godot_var(default)]
    struct Config {
        name: String,
        volume: f32,
        #[godot_var(default = 3)]
        lives: u8,
    }
    impl Default for Config {
        fn default() -> Self {
            Self { name: "player".into(), volume: 0.5, lives: 9 }
        }
    }
    let volume = dict([("volume", 0.25.into())]);
    assert_eq!(
        decode::<Config>(&volume).unwrap(),
        Config { name: "player".into(), volume: 0.25, lives: 3 }
    );

    #[derive(Clone, Debug, PartialEq, GodotVar)]
    #[godot_var(array)]
    struct Growing {
        a: i32,
        #[godot_var(default)]
        b: i32,
        #[godot_var(default = -1)]
        c: i32,
    }
    let array = |n: usize| Variant::from((1..=n as i32).map(Variant::from).collect::<Vec<_>>());
    assert_eq!(decode::<Growing>(&array(1)).unwrap(), Growing { a: 1, b: 0, c: -1 });
    assert_eq!(decode::<Growing>(&array(2)).unwrap(), Growing { a: 1, b: 2, c: -1 });
    both(&Growing { a: 1, b: 2, c: 3 }, &array(3));
    assert_eq!(decode::<Growing>(&array(4)).unwrap_err().kind(), DecodeErrorKind::WrongLength);
    assert_eq!(decode::<Growing>(&array(0)).unwrap_err().kind(), DecodeErrorKind::MissingField);
}

#[test]
fn sizes_are_known_to_the_compiler() {
    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(max_size = 160)]
    struct State {
        id: u32,
        pos: Vector3,
        vel: Vector3,
        yaw: f32,
        health: i32,
        grounded: bool,
    }
    let facts = <State as EncodeVariant<Godot4>>::FACTS;
    // The narrow id; a wide id and a NaN take 4 more bytes each.
    assert_eq!((facts.min_bytes(), facts.max_bytes()), (152, Some(160)));
}

#[test]
fn bounds_of_your_own() {
    #[derive(Debug, PartialEq, GodotVar)]
    #[godot_var(
        bound = "T: godot_var::EncodeVariant<AnyDialect> + for<'x> godot_var::DecodeVariant<'x, AnyDialect>"
    )]
    struct Wrapped<T> {
        inner: Vec<T>,
    }
    both(&Wrapped { inner: vec![1i32] }, &dict([("inner", vec![1].into())]));
}
