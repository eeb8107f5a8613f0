//! The forms of serde: a `Variant` as an enum, in JSON and in a binary format, and natural JSON; the lossless JSON of the program.

use crate::common::{ENGINES, bytes, decode, vectors};
use arbitrary::Unstructured;
use godot_var::bridges::natural::Natural;
use godot_var::dialect::Double;
use godot_var::math::{Basis, Vector2i, double};
use godot_var::values::{
    Callable, DictionaryType, DoubleStructure, ElementType, NodePath, Object, ObjectId, PackedView,
    Rid, Signal, StringName, VariantType,
};
use godot_var::{
    Array, Color, Dialect, Dictionary, EncodeError, FromVariantBytes, Godot3, Godot4,
    ToVariantBytes, Variant, Vector2, Vector3,
};
use godot_var_cli::json::{from_json, parse, to_json};
use serde::{Deserialize, Serialize};

fn there_and_back(value: &Variant) {
    let lossless = to_json(value, &Godot4::SPEC);
    let back = from_json(&lossless, &Godot4::SPEC);
    let back = back.unwrap_or_else(|e| panic!("{e}: {lossless}"));
    assert!(back.identical(value), "{lossless} became {back:?}");
    let json = serde_json::to_string(value).expect("written");
    match serde_json::from_str::<Variant>(&json) {
        Ok(back) => assert!(back.identical(value), "{json} became {back:?}"),
        // JSON has null for NaN and infinities.
        Err(e) => assert!(e.to_string().contains("invalid type: null"), "{e}: {json}"),
    }
    let packed = postcard::to_allocvec(value).expect("written");
    let back: Variant = postcard::from_bytes(&packed).unwrap_or_else(|e| panic!("{e}: {value:?}"));
    assert!(back.identical(value), "{value:?} became {back:?}");
}

/// Reads the lossless JSON of the program.
fn read_lossless(json: &str) -> Result<Variant, EncodeError> {
    from_json(&parse(json)?, &Godot4::SPEC)
}

#[test]
fn what_engines_wrote_survives() {
    for (stem, spec) in ENGINES {
        for vector in vectors(&format!("{stem}.jsonl")) {
            let (value, _) = decode(&bytes(&vector), spec).expect("readable");
            there_and_back(&value);
        }
    }
}

#[test]
fn a_dictionary_with_types_of_nothing_is_not_typed() {
    let types = Some(Box::new(DictionaryType::default()));
    let value = Variant::from(Dictionary { types, ..Dictionary::default() });
    let packed = postcard::to_allocvec(&value).expect("written");
    let json = serde_json::to_string(&value).expect("written");
    for back in [postcard::from_bytes(&packed).ok(), serde_json::from_str(&json).ok()] {
        assert_eq!(back, Some(Variant::from(Dictionary::default())));
    }
}

#[test]
fn any_value_survives() {
    let mut noise = vec![];
    let mut state = 1_u64;
    for _ in 0..30_000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
        noise.extend_from_slice(&state.to_be_bytes()[..4]);
    }
    let mut bytes = Unstructured::new(&noise);
    let (mut seen, mut wide) = (0, 0);
    while bytes.len() > 1_000 {
        let spec = &<Double<Godot4> as Dialect>::SPEC;
        let value = Variant::arbitrary_in(&mut bytes, spec, 3).expect("a value");
        there_and_back(&value);
        wide += usize::from(matches!(value, Variant::Double(_)));
        seen += 1;
    }
    assert!(seen > 500 && wide > 20, "{seen} {wide}");
    for list in [
        DoubleStructure::PackedVector2Array(vec![double::Vector2::new(0.1, f64::NAN)]),
        DoubleStructure::PackedVector3Array(vec![double::Vector3::new(0.1, 0.2, 0.3)]),
        DoubleStructure::PackedVector4Array(vec![]),
    ] {
        there_and_back(&list.into());
    }
}

#[test]
fn the_lossless_form_of_the_program() {
    let value = Variant::from(Dictionary::from_iter([
        ("n", Variant::from(-5)),
        ("at", Vector2::new(1.0, -0.0).into()),
        ("raw", vec![1_u8, 0xab].into()),
    ]));
    let json = concat!(
        r#"{"t":"Dictionary","v":[[{"t":"String","v":"n"},{"t":"int","v":"-5"}],"#,
        r#"[{"t":"String","v":"at"},{"t":"Vector2","f32":[1065353216,2147483648]}],"#,
        r#"[{"t":"String","v":"raw"},{"t":"PackedByteArray","hex":"01ab"}]]}"#,
    );
    assert_eq!(to_json(&value, &Godot4::SPEC).to_string(), json);
    let godot3 = to_json(&value, &Godot3::SPEC);
    assert!(godot3.to_string().contains(r#"{"t":"PoolByteArray","hex":"01ab"}"#), "{godot3}");
    assert_eq!(from_json(&godot3, &Godot3::SPEC).unwrap(), value);

    // By hand, the key "t" last, a key twice.
    let by_hand = r#"{"v":[1,9],"note":[{}],"v":[1,2.5],"t":"Vector2"}"#;
    assert_eq!(read_lossless(by_hand).unwrap(), Vector2::new(1.0, 2.5).into());
}

#[test]
fn errors_name_the_place() {
    for (json, message) in [
        ("7", "expected an object with a key \"t\", found 7"),
        ("{}", "the key \"t\" is missing"),
        (r#"{"t":"Quat"}"#, "t: godot4 calls the type \"Quat\" \"Quaternion\""),
        (r#"{"t":"int","v":"x"}"#, "v: expected an integer of 64 bits, found \"x\""),
        (r#"{"t":"Array","v":[{"t":"bool","v":1}]}"#, "v[0].v: expected true or false, found 1"),
        (r#"{"t":"PackedByteArray","hex":"0"}"#, "hex: odd number of digits"),
        (r#"{"t":"PackedByteArray","hex":"00f+"}"#, "hex: invalid character '+' at position 3"),
        (r#"{"t":"PackedByteArray","hex":"äö"}"#, "hex: invalid character 'ä' at position 0"),
        (
            r#"{"t":"Dictionary","v":[[{"t":"int","v":1},{"t":"Nil"}],[{"t":"int","v":1},{"t":"Nil"}]]}"#,
            "v: a key is repeated",
        ),
        (r#"{"t":"Object","class":"","properties":[]}"#, "class: a class has a name"),
        (r#"{"t":"Vector3","v":[1,2]}"#, "v: expected 3 components, found 2"),
    ] {
        let error = read_lossless(json).unwrap_err().to_string();
        assert!(error.starts_with(message), "{json}: {error}");
    }
    let error = serde_json::from_str::<Variant>(r#"{"Vector9":1}"#).unwrap_err().to_string();
    assert!(
        error.starts_with("unknown variant `Vector9`, expected one of `Nil`, `Bool`"),
        "{error}"
    );
}

/// A message in the form of a web service, beside the game's.
#[derive(Debug, PartialEq, Serialize, Deserialize, godot_var::GodotVar)]
struct Row {
    at: Vector3,
    basis: Basis,
    exact: double::Vector2,
    cell: Vector2i,
    color: Color,
    name: StringName,
    path: NodePath,
    rid: Rid,
    object: ObjectId,
    signal: Signal,
    #[serde(with = "godot_var::bridges::natural")]
    rest: Variant,
    lossless: Variant,
    list: Array,
    map: Dictionary,
}

fn row() -> Row {
    Row {
        at: Vector3::new(1.0, 2.0, 3.5),
        basis: Basis::IDENTITY,
        exact: double::Vector2::new(0.1, 1e300),
        cell: Vector2i::new(1, -2),
        color: Color::new(1.0, 0.5, 0.0, 1.0),
        name: "n".into(),
        path: "/root/A:b".into(),
        rid: Rid(7),
        object: ObjectId(8),
        signal: Signal { name: "hit".into(), object_id: ObjectId(9) },
        rest: vec![Variant::from(1), Variant::from(0.5), Variant::from("x"), Variant::Nil].into(),
        lossless: Rid(u64::MAX).into(),
        list: [Variant::from(1)].into_iter().collect(),
        map: Dictionary::from_iter([("k", 1)]),
    }
}

#[test]
fn structures_are_their_fields() {
    let json = serde_json::to_value(row()).unwrap();
    assert_eq!(json["at"].to_string(), r#"{"x":1.0,"y":2.0,"z":3.5}"#);
    assert_eq!(json["basis"]["y"].to_string(), r#"{"x":0.0,"y":1.0,"z":0.0}"#);
    assert_eq!(json["cell"].to_string(), r#"{"x":1,"y":-2}"#);
    assert_eq!(json["color"].to_string(), r#"{"r":1.0,"g":0.5,"b":0.0,"a":1.0}"#);
    assert_eq!(json["name"].to_string(), r#""n""#);
    assert_eq!(
        json["path"].to_string(),
        r#"{"names":["root","A"],"subnames":["b"],"absolute":true}"#
    );
    assert_eq!((json["rid"].as_u64(), json["object"].as_u64()), (Some(7), Some(8)));
    assert_eq!(json["signal"].to_string(), r#"{"name":"hit","object_id":9}"#);
    assert_eq!(json["rest"].to_string(), r#"[1,0.5,"x",null]"#);
    assert_eq!(json["lossless"].to_string(), r#"{"Rid":18446744073709551615}"#);
    assert_eq!(json["list"].to_string(), r#"[[{"Int":1}],null]"#);
    assert_eq!(serde_json::from_value::<Row>(json).unwrap(), row());

    let points = vec![Vector2::new(1.0, 2.0)].to_variant_bytes::<Godot4>().unwrap();
    let view = PackedView::<Vector2>::from_variant_bytes::<Godot4>(&points).unwrap();
    assert_eq!(serde_json::to_string(&view).unwrap(), r#"[{"x":1.0,"y":2.0}]"#);

    let text = serde_json::to_string(&VariantType::PackedByteArray).unwrap();
    assert_eq!(text, "\"PackedByteArray\"");
    assert!(serde_json::from_str::<VariantType>("\"PoolByteArray\"").is_err());
    assert_eq!(postcard::to_allocvec(&VariantType::Color).unwrap(), [20]);
    assert!(postcard::from_bytes::<VariantType>(&[39]).is_err());
}

#[test]
fn the_binary_form_is_pinned() {
    // The index of the variant, then postcard's encoding of its content.
    for (value, hex) in [
        (Variant::Nil, "00"),
        (true.into(), "0101"),
        ((-1).into(), "0201"),
        ("ab".into(), "04026162"),
        (Vector2::new(1.0, 2.0).into(), "050000803f00000040"),
        (Callable.into(), "1a"),
        (Array::new(vec![1.into()]).into(), "1d01020200"),
        (Dictionary::from_iter([(1, true)]).into(), "1c0102020101 00".trim()),
        (vec![1_u8, 2].into(), "1e020102"),
        (vec![Vector2::new(1.0, 2.0)].into(), "24010000803f00000040"),
    ] {
        let packed = postcard::to_allocvec(&value).unwrap();
        assert_eq!(hex::encode(&packed), hex.replace(' ', ""), "{value:?}");
        assert_eq!(postcard::from_bytes::<Variant>(&packed).unwrap(), value);
    }
    let typed = Array {
        elements: vec![],
        element_type: Some(Box::new(ElementType::Builtin(VariantType::Int))),
    };
    assert_eq!(postcard::to_allocvec(&typed).unwrap(), [0, 1, 0, 2]);
    let dictionary = Dictionary {
        entries: vec![],
        types: Some(Box::new(DictionaryType {
            key: Some(ElementType::Class("A".into())),
            value: None,
        })),
    };
    let packed = postcard::to_allocvec(&dictionary).unwrap();
    assert_eq!(postcard::from_bytes::<Dictionary>(&packed).unwrap(), dictionary);
    let object = Object { class: "A".into(), properties: vec![("p".into(), 1.into())] };
    let packed = postcard::to_allocvec(&object).unwrap();
    assert_eq!(postcard::from_bytes::<Object>(&packed).unwrap(), object);
    assert!(postcard::from_bytes::<Object>(&[0, 0]).is_err());
    // The key 1 twice.
    assert!(postcard::from_bytes::<Dictionary>(&[2, 2, 2, 0, 2, 2, 0, 0]).is_err());
}

#[test]
fn natural_json() {
    let natural = |value: &Variant| serde_json::to_string(&Natural(value));
    for (value, json) in [
        (Variant::Nil, "null"),
        (Callable.into(), "null"),
        (i64::MIN.into(), "-9223372036854775808"),
        (0.5.into(), "0.5"),
        (2.0.into(), "2.0"),
        (f64::NAN.into(), "null"),
        (StringName::from("x").into(), "\"x\""),
        (NodePath::from("/root/A:b").into(), "\"/root/A:b\""),
        (Vector2i::new(1, 2).into(), r#"{"x":1,"y":2}"#),
        (
            DoubleStructure::Vector2(double::Vector2::new(0.1, 1e300)).into(),
            r#"{"x":0.1,"y":1e+300}"#,
        ),
        (Rid(7).into(), "7"),
        (vec![1_u8, 2].into(), "[1,2]"),
        (vec![Vector2::new(1.0, 2.0)].into(), r#"[{"x":1.0,"y":2.0}]"#),
        (
            Object { class: "Node".into(), properties: vec![("p".into(), 1.into())] }.into(),
            r#"{"p":1}"#,
        ),
        (
            Dictionary::from_iter([
                (Variant::from("a"), Variant::from(1)),
                (2.into(), Variant::Nil),
                (0.5.into(), true.into()),
                (true.into(), vec![Variant::Nil].into()),
            ])
            .into(),
            r#"{"a":1,"2":null,"0.5":true,"true":[null]}"#,
        ),
    ] {
        assert_eq!(natural(&value).unwrap(), json, "{value:?}");
    }
    let keyed = |key: Variant| Variant::from(Dictionary::from_iter([(key, 1)]));
    let error = natural(&keyed(Vector2::ZERO.into())).unwrap_err();
    assert_eq!(error.to_string(), "a Vector2 cannot be a key");
    let twice = Dictionary::from_iter([(Variant::from("1"), 1), (Variant::from(1), 2)]);
    let error = natural(&twice.into()).unwrap_err();
    assert_eq!(error.to_string(), "two keys become \"1\"");

    let read = |json: &str| serde_json::from_str::<Natural<Variant>>(json).map(|Natural(v)| v);
    for (json, value) in [
        ("null", Variant::Nil),
        ("-7", (-7).into()),
        ("9223372036854775807", i64::MAX.into()),
        ("9223372036854775808", 9_223_372_036_854_775_808.0.into()),
        ("1.0", 1.0.into()),
        ("1e2", 100.0.into()),
        ("[1,\"x\"]", vec![Variant::from(1), "x".into()].into()),
        (r#"{"a":1,"b":2,"a":3}"#, Dictionary::from_iter([("a", 3), ("b", 2)]).into()),
    ] {
        assert!(read(json).unwrap().identical(&value), "{json}");
    }
    assert!(read("{\"a\":}").is_err());
    // A format that is not self-describing cannot tell the type of the next value.
    assert!(postcard::from_bytes::<Natural<Variant>>(&[1, 2, 3]).is_err());
}

fn deep_json(open: &str, middle: &str, close: &str, depth: usize) -> String {
    [open.repeat(depth).as_str(), middle, close.repeat(depth).as_str()].concat()
}

#[test]
fn depth_is_bounded() {
    fn read<T: serde::de::DeserializeOwned>(json: &str) -> Result<T, serde_json::Error> {
        let mut deserializer = serde_json::Deserializer::from_str(json);
        deserializer.disable_recursion_limit();
        T::deserialize(&mut deserializer)
    }
    let array = |depth| deep_json(r#"{"Array":[["#, r#""Nil""#, "],null]}", depth);
    assert!(read::<Variant>(&array(128)).is_ok());
    for depth in [129, 200, 50_000] {
        let error = read::<Variant>(&array(depth)).unwrap_err().to_string();
        assert!(error.contains("nested containers") || error.contains("deeper"), "{error}");
    }
    let list = |depth| deep_json("[", "", "]", depth);
    assert!(read::<Natural<Variant>>(&list(128)).is_ok());
    for json in [list(129), list(50_000), deep_json("{\"a\":", "1", "}", 129)] {
        let error = read::<Natural<Variant>>(&json).unwrap_err().to_string();
        assert!(error.contains("more than 128 nested containers"), "{error}");
    }

    // An Array of one element; after it, the flag that it has no type.
    let packed = |depth: usize| {
        let mut bytes = [29, 1].repeat(depth);
        bytes.push(0);
        bytes.resize(bytes.len() + depth, 0);
        bytes
    };
    assert!(postcard::from_bytes::<Variant>(&packed(128)).is_ok());
    assert!(postcard::from_bytes::<Array>(&packed(128)[1..]).is_ok());
    for depth in [129, 100_000] {
        assert!(postcard::from_bytes::<Variant>(&packed(depth)).is_err());
        assert!(postcard::from_bytes::<Array>(&packed(depth)[1..]).is_err());
    }
}

#[test]
fn hostile_bytes_are_errors_and_cost_little() {
    for bytes in [
        // Arrays, dictionaries, texts and packed arrays of 2^32 - 1 elements.
        &[29, 0xff, 0xff, 0xff, 0xff, 0x0f][..],
        &[28, 0xff, 0xff, 0xff, 0xff, 0x0f],
        &[4, 0xff, 0xff, 0xff, 0xff, 0x0f],
        &[30, 0xff, 0xff, 0xff, 0xff, 0x0f],
        &[36, 0xff, 0xff, 0xff, 0xff, 0x0f],
        &[41],
        &[],
    ] {
        let cost = allocation_counter::measure(|| {
            assert!(postcard::from_bytes::<Variant>(bytes).is_err(), "{bytes:?}");
        });
        assert!(cost.bytes_max <= 1 << 20, "{bytes:?}: {cost:?}");
    }
    let value = Variant::from(Dictionary::from_iter([
        ("a", Variant::from(vec![Variant::from(1), "x".into(), Vector2::ZERO.into()])),
        ("b", vec!["t".to_owned()].into()),
    ]));
    let packed = postcard::to_allocvec(&value).unwrap();
    for end in 0..packed.len() {
        assert!(postcard::from_bytes::<Variant>(&packed[..end]).is_err(), "{end}");
    }
    for at in 0..packed.len() {
        for bits in [1, 0x80, 0xff] {
            let mut spoilt = packed.clone();
            spoilt[at] ^= bits;
            // Another value, or an error; never a panic.
            if let Ok(other) = postcard::from_bytes::<Variant>(&spoilt) {
                there_and_back(&other);
            }
        }
    }
}
