//! Peeks compared with the full reader: on engines' bytes, on random values, on cut and broken bytes.

use crate::common::{ENGINE, bytes, text, vectors};
use godot_var::dialect::Double;
use godot_var::error::DecodeErrorKind;
use godot_var::inspect::{
    peek_bytes, peek_bytes_with, peek_field, peek_field_with, peek_id, peek_id_with,
};
use godot_var::layout::LARGEST_WHOLE_FLOAT;
use godot_var::values::{NodePath, Object, PackedView, StringName};
use godot_var::{
    Array, DecodeError, Dialect, Dictionary, FromVariantBytes, Godot3, Godot4, GodotVar, Limits,
    ToVariantBytes, Variant, Vector3,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Every value inside a value, with the steps to it from the inside out.
fn inside<'v>(value: &'v Variant, steps: &mut Vec<Step>, all: &mut Vec<(Vec<Step>, &'v Variant)>) {
    all.push((steps.clone(), value));
    let mut step = |step, value| {
        steps.push(step);
        inside(value, steps, all);
        steps.pop();
    };
    match value {
        Variant::Array(array) => {
            array.elements.iter().enumerate().for_each(|(index, v)| step(Step::Index(index), v));
        }
        Variant::Dictionary(dictionary) => {
            for (key, value) in &dictionary.entries {
                if let Some(key) = key.as_str() {
                    step(Step::Key(key.to_owned()), value);
                }
            }
        }
        _ => {}
    }
}

#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Index(usize),
}

/// Returns the path in the form of errors.
fn path(steps: &[Step]) -> String {
    let error = steps.iter().rev().fold(DecodeError::custom(0, ""), |error, step| match step {
        Step::Key(key) => error.in_key(key.clone()),
        Step::Index(index) => error.in_index(*index),
    });
    error.path().to_string()
}

/// Compares every peek into a message with the full reader, if that accepts the message.
fn agrees<D: Dialect>(bytes: &[u8], limits: Limits) -> usize {
    let value = Variant::from_variant_bytes_with::<D>(bytes, limits).expect("a message");
    let mut all = Vec::new();
    inside(&value, &mut Vec::new(), &mut all);
    for (steps, expected) in &all {
        let path = path(steps);
        let peeked = peek_field_with::<D, Variant>(bytes, &path, limits);
        let peeked = peeked.unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(peeked.identical(expected), "{path}: {peeked:?} is not {expected:?}");
        let part = peek_bytes_with::<D>(bytes, &path, limits).expect("there, too");
        let again = Variant::from_variant_bytes_with::<D>(part, limits).expect("a value");
        assert!(again.identical(expected), "{path}: {again:?} is not {expected:?}");
        assert!(
            bytes.as_ptr_range().contains(&part.as_ptr()),
            "{path}: not a slice of the message"
        );
    }
    let id = match &value {
        Variant::Array(array) => match array.elements.first() {
            Some(Variant::Int(id)) => Some(*id),
            // Like any integer, it may be a float without a fraction, up to 2^53.
            Some(Variant::Float(id)) if id.fract() == 0.0 && id.abs() <= 2_f64.powi(53) => {
                Some(*id as i64)
            }
            _ => None,
        },
        _ => None,
    };
    assert_eq!(peek_id_with::<D>(bytes, limits).ok(), id);
    all.len()
}

/// `[value, {"before": value, "wanted": 7, "after": value}]`, of the very bytes of the value.
fn around<D: Dialect>(value: &[u8]) -> Vec<u8> {
    let header = |value: &Variant| value.to_variant_bytes::<D>().expect("encodes")[..4].to_vec();
    let text = |key: &str| key.to_variant_bytes::<D>().expect("encodes");
    let mut message = header(&Variant::from(vec![Variant::Nil]));
    message.extend([2, 0, 0, 0]);
    message.extend(value);
    message.extend(header(&Variant::Dictionary(Dictionary::new())));
    message.extend([3, 0, 0, 0]);
    for (key, value) in [
        ("before", value),
        ("wanted", &7.to_variant_bytes::<D>().expect("encodes")),
        ("after", value),
    ] {
        message.extend(text(key));
        message.extend(value);
    }
    message
}

fn engine_bytes<D: Dialect>(stem: &str) {
    let limits = ENGINE.with_objects(true);
    for vector in vectors(&format!("{stem}.jsonl")) {
        let (id, bytes) = (text(&vector, "id"), bytes(&vector));
        agrees::<D>(&bytes, limits);
        // A packed byte array that ends a message may lack its padding.
        if bytes.len() % 4 != 0 {
            continue;
        }
        let message = around::<D>(&bytes);
        agrees::<D>(&message, limits);
        assert_eq!(peek_field_with::<D, u8>(&message, "[1].wanted", limits), Ok(7), "{id}");
        for path in ["[0]", "[1].before", "[1].after"] {
            assert_eq!(peek_bytes_with::<D>(&message, path, limits), Ok(&*bytes), "{id}: {path}");
        }
    }
}

#[test]
fn what_engines_wrote_is_peeked_into() {
    engine_bytes::<Godot4>("godot4");
    engine_bytes::<Godot3>("godot3");
}

/// Checks a peek at cut or broken bytes: it returns the value of the whole message, or an error of its own or of the full reader. It never
/// reads more than the full reader.
fn is_sound<D: Dialect>(bytes: &[u8], path: &str) {
    let full = Variant::from_variant_bytes::<D>(bytes);
    let part = peek_bytes::<D>(bytes, path);
    let peeked = peek_field::<D, Variant>(bytes, path);
    if let (Ok(part), Ok(value)) = (&part, &peeked) {
        let again = Variant::from_variant_bytes::<D>(part).expect("what was read in its place");
        assert!(again.identical(value), "{path}");
    }
    for error in [part.err(), peeked.err()].into_iter().flatten() {
        assert!(error.offset() <= bytes.len(), "{error}");
        let own = [DecodeErrorKind::MissingField, DecodeErrorKind::WrongType];
        assert!(full.is_err() || own.contains(&error.kind()), "{path}: {error}, but {full:?}");
    }
    let _ = peek_id::<D>(bytes);
}

#[test]
fn broken_bytes_are_errors() {
    for vector in vectors("godot4_malformed.jsonl") {
        let bytes = bytes(&vector);
        for path in ["", "[0]", "[1]", "a", "[0].a", "a[0]"] {
            is_sound::<Godot4>(&bytes, path);
            is_sound::<Godot4>(&around::<Godot4>(&bytes), path);
        }
        is_sound::<Godot4>(&around::<Godot4>(&bytes), "[1].wanted");
    }
    for vector in vectors("godot3_malformed.jsonl") {
        for path in ["", "[0]", "[1]", "a", "[0].a", "a[0]"] {
            is_sound::<Godot3>(&bytes(&vector), path);
        }
    }
}

fn key() -> impl Strategy<Value = Variant> {
    let text = || {
        prop_oneof![
            Just("a".to_owned()),
            Just("b b".into()),
            Just("\"\\\n'".into()),
            any::<String>()
        ]
    };
    prop_oneof![
        4 => text().prop_map(Variant::from),
        2 => text().prop_map(|text| Variant::StringName(StringName(text))),
        1 => any::<i64>().prop_map(Variant::from),
        1 => Just(Variant::from(vec![Variant::from("a")])),
    ]
}

fn value() -> impl Strategy<Value = Variant> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(Variant::from),
        any::<f64>().prop_map(Variant::from),
        any::<String>().prop_map(Variant::from),
        vec(any::<u8>(), 0..9).prop_map(Variant::PackedByteArray),
        vec(any::<String>(), 0..4).prop_map(Variant::PackedStringArray),
        Just(Variant::from(Vector3::new(1.0, 2.0, 3.0))),
        Just(Variant::NodePath(Box::new(NodePath {
            names: vec!["a".into(), "bcdef".into()],
            subnames: vec!["x".into()],
            absolute: true,
        }))),
        Just(Variant::Object(Box::new(Object {
            class: "Node".into(),
            properties: vec![("a".into(), 1.into()), ("b".into(), Variant::Nil)],
        }))),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Variant::from),
            vec((key(), inner), 0..6)
                .prop_map(|entries| Variant::Dictionary(Dictionary { entries, types: None })),
        ]
    })
}

proptest! {
    #[test]
    fn a_peek_sees_what_the_full_reader_sees(
        value in value(),
        depth in 0..6_u32,
        elements in 0..6_usize,
    ) {
        let bytes = value.to_variant_bytes::<Godot4>().expect("encodes");
        let limits = Limits::DEFAULT.with_objects(true);
        agrees::<Godot4>(&bytes, limits);
        // The full reader's limits also apply to peeks.
        for limits in [limits.with_depth(depth), limits.with_elements(elements)] {
            if Variant::from_variant_bytes_with::<Godot4>(&bytes, limits).is_ok() {
                agrees::<Godot4>(&bytes, limits);
            }
        }
        agrees::<Double<Godot4>>(&value.to_variant_bytes::<Double<Godot4>>().expect("encodes"), limits);
    }

    #[test]
    fn a_cut_message_is_incomplete_or_not_looked_at(value in value(), len in 0..1000_usize) {
        let limits = Limits::DEFAULT.with_objects(true);
        let bytes = value.to_variant_bytes::<Godot4>().expect("encodes");
        let value = Variant::from_variant_bytes_with::<Godot4>(&bytes, limits).expect("a message");
        let cut = &bytes[..len.min(bytes.len())];
        let mut all = Vec::new();
        inside(&value, &mut Vec::new(), &mut all);
        for (steps, expected) in all {
            match peek_field_with::<Godot4, Variant>(cut, &path(&steps), limits) {
                Ok(peeked) => prop_assert!(peeked.identical(expected)),
                Err(error) => prop_assert!(error.is_incomplete(), "{error}"),
            }
        }
    }

    #[test]
    fn changed_bytes_are_errors_or_values(
        value in value(),
        changes in vec((0..400_usize, any::<u8>()), 1..4),
        steps in vec(prop_oneof![
            key().prop_filter_map("a text", |key| Some(Step::Key(key.as_str()?.to_owned()))),
            (0..3_usize).prop_map(Step::Index),
        ], 0..4),
    ) {
        let mut bytes = value.to_variant_bytes::<Godot4>().expect("encodes");
        for (at, byte) in changes {
            let len = bytes.len();
            bytes[at % len] = byte;
        }
        is_sound::<Godot4>(&bytes, &path(&steps));
    }

    #[test]
    fn any_text_is_a_path_or_an_error(path in "\\PC*|[a\\[\\]\".0-9\\\\]{0,8}") {
        let value = Dictionary::from_iter([("a", Variant::from(vec![Variant::from(5)]))]);
        let bytes = Variant::Dictionary(value).to_variant_bytes::<Godot4>().expect("encodes");
        let _ = peek_field::<Godot4, Variant>(&bytes, &path);
    }
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
enum ByNumber {
    #[godot_var(id = 1)]
    Join { name: String },
    #[godot_var(id = 5_000_000_000)]
    Chat(Chat),
}

#[derive(Debug, PartialEq, GodotVar)]
struct Chat {
    room: String,
    #[godot_var(rename = "to whom")]
    to: Vec<i32>,
}

#[derive(GodotVar)]
#[godot_var(array, id)]
enum ByText {
    #[godot_var(id = "chat")]
    Chat { text: String },
}

#[derive(GodotVar)]
#[godot_var(tag = "type", content = "data")]
enum Tagged {
    Chat { text: String },
}

#[derive(GodotVar)]
#[godot_var(repr = "int")]
enum Team {
    Blue = 5,
}

#[test]
fn every_form_of_an_enum_tells_its_member() {
    let chat = || Chat { room: "red".into(), to: vec![4, 9] };
    let join = ByNumber::Join { name: "Ann".into() }.to_variant_bytes::<Godot4>().expect("encodes");
    assert_eq!(peek_id::<Godot4>(&join), Ok(1));
    assert_eq!(peek_field::<Godot4, &str>(&join, "[1]"), Ok("Ann"));
    let message = ByNumber::Chat(chat()).to_variant_bytes::<Godot3>().expect("encodes");
    assert_eq!(peek_id::<Godot3>(&message), Ok(5_000_000_000));
    assert_eq!(peek_field::<Godot3, &str>(&message, "[1].room"), Ok("red"));
    assert_eq!(peek_field::<Godot3, Chat>(&message, "[1]"), Ok(chat()));
    let numbers: PackedView<'_, i32> =
        peek_field::<Godot3, _>(&message, r#"[1]["to whom"]"#).expect("a packed array");
    assert_eq!(numbers.iter().collect::<Vec<_>>(), [4, 9]);

    let text = ByText::Chat { text: "hi".into() }.to_variant_bytes::<Godot4>().expect("encodes");
    assert_eq!(peek_field::<Godot4, &str>(&text, "[0]"), Ok("chat"));
    let error = peek_id::<Godot4>(&text).expect_err("a text");
    assert_eq!(error.to_string(), "[0]: expected int, found String at byte 8");

    let tagged = Tagged::Chat { text: "hi".into() }.to_variant_bytes::<Godot4>().expect("encodes");
    assert_eq!(peek_field::<Godot4, &str>(&tagged, "type"), Ok("Chat"));
    assert_eq!(peek_field::<Godot4, &str>(&tagged, "data.text"), Ok("hi"));
    let team = Team::Blue.to_variant_bytes::<Godot4>().expect("encodes");
    assert_eq!(peek_field::<Godot4, i64>(&team, ""), Ok(5));
}

#[test]
fn an_id_stands_in_an_array_that_has_it() {
    // 3, in an Array whose declared number of elements is `count`.
    let bytes = |count: u32| {
        let words = [28, count, 2, 3];
        words.map(u32::to_le_bytes).concat()
    };
    assert_eq!(peek_id::<Godot4>(&bytes(1)).expect("an id"), 3);
    assert_eq!(peek_id::<Godot4>(&bytes(1 | 1 << 31)).expect("an id"), 3);
    for (count, kind) in [
        (0, DecodeErrorKind::WrongLength),
        (3, DecodeErrorKind::Incomplete),
        (1 << 20 | 1, DecodeErrorKind::LimitExceeded),
    ] {
        let error = peek_id::<Godot4>(&bytes(count)).expect_err("a wrong count");
        assert_eq!(error.kind(), kind, "{count}: {error}");
    }
}

#[test]
fn what_is_not_there_is_missing() {
    let chat =
        Chat { room: "red".into(), to: vec![] }.to_variant_bytes::<Godot4>().expect("encodes");
    let missing = |path: &str| {
        let error = peek_field::<Godot4, u8>(&chat, path).expect_err("nothing there");
        assert_eq!(peek_bytes::<Godot4>(&chat, path).expect_err("nothing there"), error);
        (error.kind(), error.to_string())
    };
    use DecodeErrorKind::{MissingField, WrongType};
    let text = "expected a value, but it is missing from the value at byte 0";
    assert_eq!(missing("team"), (MissingField, format!("team: {text}")));
    assert_eq!(missing("team.name"), (MissingField, format!("team: {text}")));
    assert_eq!(
        missing("room.name"),
        (WrongType, "room: expected Dictionary, found String at byte 20".into())
    );
    assert_eq!(
        missing("room[0]"),
        (WrongType, "room: expected Array, found String at byte 20".into())
    );
    assert_eq!(missing("[0]"), (WrongType, "expected Array, found Dictionary at byte 0".into()));
    assert_eq!(peek_field::<Godot4, Option<u8>>(&chat, "team"), Ok(None));
    assert_eq!(peek_field::<Godot4, Option<u8>>(&chat, "team[3].name"), Ok(None));

    let list = Variant::from(vec![Variant::from(1)]).to_variant_bytes::<Godot4>().expect("encodes");
    let error = peek_field::<Godot4, u8>(&list, "[1].a").expect_err("nothing there");
    assert_eq!(
        error.to_string(),
        "[1]: expected an element, but it is missing from the value at byte 0"
    );
    for path in ["[4294967295]", "[18446744073709551615]", "[99999999999999999999]"] {
        assert_eq!(peek_field::<Godot4, Option<u8>>(&list, path), Ok(None));
    }

    let empty = Variant::Array(Array::default()).to_variant_bytes::<Godot4>().expect("encodes");
    assert_eq!(peek_id::<Godot4>(&empty).expect_err("no id").kind(), DecodeErrorKind::WrongLength);
    let shallow = Limits::DEFAULT.with_depth(0);
    let error = peek_id_with::<Godot4>(&list, shallow).expect_err("too deep");
    assert_eq!(error.kind(), DecodeErrorKind::TooDeep);
    let short = Limits::DEFAULT.with_bytes(list.len() - 1);
    for error in [
        peek_id_with::<Godot4>(&list, short).expect_err("too long"),
        peek_field_with::<Godot4, i64>(&list, "[0]", short).expect_err("too long"),
        peek_bytes_with::<Godot4>(&list, "[0]", short).expect_err("too long"),
    ] {
        assert_eq!(error.kind(), DecodeErrorKind::LimitExceeded);
    }
}

#[test]
fn the_last_of_repeated_keys_counts() {
    let entries = vec![
        (Variant::from("room"), Variant::from("red")),
        (Variant::StringName(StringName("room".into())), "blue".into()),
        ("text".into(), "hi".into()),
    ];
    let message = Variant::Dictionary(Dictionary { entries, types: None });
    let bytes = message.to_variant_bytes::<Godot4>().expect("encodes");
    assert_eq!(peek_field::<Godot4, &str>(&bytes, "room"), Ok("blue"));
    // Another pair may follow, so the result is unknown.
    let error = peek_field::<Godot4, &str>(&bytes[..bytes.len() - 4], "room").expect_err("cut");
    assert!(error.is_incomplete(), "{error}");
}

#[test]
fn what_is_no_path_is_said() {
    let bytes = Dictionary::from_iter([("a", Variant::from(1))]);
    let bytes = Variant::Dictionary(bytes).to_variant_bytes::<Godot4>().expect("encodes");
    for (path, rest) in [
        (".a", ".a"),
        ("a.", "."),
        ("a..b", "..b"),
        ("a b", "a b"),
        ("0", "0"),
        ("[", "["),
        ("[]", "[]"),
        ("[-1]", "[-1]"),
        ("[+1]", "[+1]"),
        ("[1", "[1"),
        ("a[0]b", "b"),
        (r#"["a]"#, r#"["a]"#),
        (r#"["a\"]"#, r#"["a\"]"#),
        (r#"["\q"]"#, r#"["\q"]"#),
        (r#"["\u{110000}"]"#, r#"["\u{110000}"]"#),
        ("missing[x]", "[x]"),
    ] {
        let told = format!("{rest:?} is not a step of a path at byte 0");
        let error = peek_field::<Godot4, Option<u8>>(&bytes, path).expect_err(path);
        assert_eq!((error.kind(), error.to_string()), (DecodeErrorKind::Custom, told.clone()));
        assert_eq!(peek_bytes::<Godot4>(&bytes, path).expect_err(path).to_string(), told);
    }
    assert_eq!(peek_field::<Godot4, u8>(&bytes, r#"["\u{61}"]"#), Ok(1));
}

/// A number at the start is accepted like a field of type `i64`.
#[test]
fn an_id_may_be_a_whole_float() {
    let most = LARGEST_WHOLE_FLOAT as f64;
    let mut taken = Vec::new();
    for float in [-0.0, 7.0, most, -most, most + 2.0, 0.5, f64::NAN, f64::INFINITY] {
        let bytes = vec![Variant::from(float)].to_variant_bytes::<Godot4>().expect("encodes");
        let id = <(i64,)>::from_variant_bytes::<Godot4>(&bytes).ok().map(|(id,)| id);
        assert_eq!(peek_id::<Godot4>(&bytes).ok(), id, "{float}");
        taken.extend(id);
    }
    assert_eq!(taken, [0, 7, LARGEST_WHOLE_FLOAT, -LARGEST_WHOLE_FLOAT]);
}
