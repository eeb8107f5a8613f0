//! Properties of derived messages: round trips in every dialect, the same value for every order of keys, and no panic on modified bytes.

use std::collections::BTreeMap;

use godot_var::dialect::{Double, Flagless, Godot3_0};
use godot_var::math::Transform3D;
use godot_var::values::NodePath;
use godot_var::{
    Color, Dialect, FromVariantBytes, Godot3, Godot4, GodotVar, ToVariantBytes, Variant, Vector2,
    Vector3,
};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Body {
    id: u32,
    pos: Vector3,
    yaw: f32,
    health: i32,
    grounded: bool,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, GodotVar)]
#[godot_var(repr = "int")]
enum Kind {
    Player,
    Monster = 7,
    Far = -40,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Mixed {
    at: i64,
    ratio: f64,
    name: String,
    small: (i8, u16),
    maybe: Option<Body>,
    bodies: Vec<Body>,
    bytes: Vec<u8>,
    path: NodePath,
    place: Transform3D,
    color: Color,
    grid: [i32; 3],
    names: Vec<String>,
    points: Vec<Vector2>,
    scores: BTreeMap<String, i64>,
    any: Variant,
    child: Option<Box<Mixed>>,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
enum Message {
    #[godot_var(id = 1)]
    Mixed(Box<Mixed>),
    #[godot_var(id = 2)]
    Moved { who: u32, to: Vector3, flags: u8 },
    #[godot_var(id = 3)]
    Bodies(Vec<Body>),
    #[godot_var(id = 4)]
    Event(Event),
    #[godot_var(id = 5)]
    Ping,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(tag = "type", rename_all = "snake_case")]
enum Event {
    Damage { target: u32, amount: f32 },
    Said(Said),
    Over,
}

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Said {
    text: String,
    #[godot_var(skip_encoding_if = Option::is_none)]
    to: Option<u32>,
}

fn small() -> impl Strategy<Value = f32> {
    (-1_000_000i32..1_000_000).prop_map(|n| n as f32 / 8.0)
}

fn vector3() -> impl Strategy<Value = Vector3> {
    (small(), small(), small()).prop_map(|(x, y, z)| Vector3::new(x, y, z))
}

fn body() -> impl Strategy<Value = Body> {
    let kind = prop_oneof![Just(Kind::Player), Just(Kind::Monster), Just(Kind::Far)];
    (any::<u32>(), vector3(), small(), any::<i32>(), any::<bool>(), kind).prop_map(
        |(id, pos, yaw, health, grounded, kind)| Body { id, pos, yaw, health, grounded, kind },
    )
}

fn mixed() -> impl Strategy<Value = Mixed> {
    let numbers = (any::<i64>(), small().prop_map(f64::from), any::<(i8, u16)>());
    let texts = (".{0,9}", vec(".{0,5}", 0..3), btree_map(".{0,4}", any::<i64>(), 0..3));
    let lists = (vec(body(), 0..4), vec(any::<u8>(), 0..9), vec((small(), small()), 0..3));
    let rest = (option::of(body()), any::<[i32; 3]>(), vector3(), any::<Option<i64>>());
    let leaf = (numbers, texts, lists, rest).prop_map(|(numbers, texts, lists, rest)| Mixed {
        at: numbers.0,
        ratio: numbers.1,
        name: texts.0,
        small: numbers.2,
        maybe: rest.0,
        bodies: lists.0,
        bytes: lists.1,
        path: NodePath::parse("/root/A:b"),
        place: Transform3D { origin: rest.2, ..Transform3D::IDENTITY },
        color: Color::new(0.5, 0.25, 0.0, 1.0),
        grid: rest.1,
        names: texts.1,
        points: lists.2.into_iter().map(|(x, y)| Vector2::new(x, y)).collect(),
        scores: texts.2,
        any: rest.3.into(),
        child: None,
    });
    vec(leaf, 1..4).prop_map(|list| {
        let nest =
            |child: Option<Mixed>, next: Mixed| Some(Mixed { child: child.map(Box::new), ..next });
        list.into_iter().fold(None, nest).expect("at least one")
    })
}

fn message() -> impl Strategy<Value = Message> {
    let event = prop_oneof![
        (any::<u32>(), small()).prop_map(|(target, amount)| Event::Damage { target, amount }),
        (".{0,9}", any::<Option<u32>>()).prop_map(|(text, to)| Event::Said(Said { text, to })),
        Just(Event::Over),
    ];
    prop_oneof![
        mixed().prop_map(|mixed| Message::Mixed(Box::new(mixed))),
        (any::<u32>(), vector3(), any::<u8>()).prop_map(|(who, to, flags)| Message::Moved {
            who,
            to,
            flags
        }),
        vec(body(), 0..9).prop_map(Message::Bodies),
        event.prop_map(Message::Event),
        Just(Message::Ping),
    ]
}

/// Returns the value with the pairs of every Dictionary in reverse, and an unknown pair among them.
fn shuffled(value: Variant) -> Variant {
    match value {
        Variant::Dictionary(mut dictionary) => {
            dictionary.entries.reverse();
            for (_, value) in &mut dictionary.entries {
                *value = shuffled(std::mem::take(value));
            }
            Variant::Dictionary(dictionary)
        }
        Variant::Array(mut array) => {
            for value in &mut array.elements {
                *value = shuffled(std::mem::take(value));
            }
            Variant::Array(array)
        }
        other => other,
    }
}

fn there_and_back<D>(value: &Message) -> Result<Vec<u8>, TestCaseError>
where
    D: Dialect,
    Message: ToVariantBytes + for<'de> FromVariantBytes<'de>,
{
    let bytes = value.to_variant_bytes::<D>().expect("encodes");
    prop_assert_eq!(&Message::from_variant_bytes::<D>(&bytes).expect("decodes"), value);
    prop_assert_eq!(value.variant_len::<D>().expect("counts"), bytes.len());
    let mut slice = vec![0xAA; bytes.len() + 100];
    prop_assert_eq!(value.write_variant_bytes::<D>(&mut slice).expect("fits"), bytes.len());
    prop_assert_eq!(&slice[..bytes.len()], &bytes);
    prop_assert_eq!(&slice[bytes.len()..], &[0xAA; 100]);
    let facts = <Message as godot_var::EncodeVariant<D>>::FACTS;
    prop_assert!(facts.min_bytes() <= bytes.len());
    // The dynamic value of these bytes encodes to the same bytes.
    let dynamic = Variant::from_variant_bytes::<D>(&bytes).expect("decodes");
    prop_assert_eq!(dynamic.to_variant_bytes::<D>().expect("encodes"), bytes.clone());
    let other = shuffled(dynamic).to_variant_bytes::<D>().expect("encodes");
    prop_assert_eq!(&Message::from_variant_bytes::<D>(&other).expect("decodes"), value);
    Ok(bytes)
}

/// Decodes untrusted bytes: the result is an error, or a value that survives a round trip.
fn tampered<D>(bytes: &[u8]) -> Result<(), TestCaseError>
where
    D: Dialect,
    Message: ToVariantBytes + for<'de> FromVariantBytes<'de>,
{
    match Message::from_variant_bytes::<D>(bytes) {
        Ok(value) => {
            let written = value.to_variant_bytes::<D>().expect("what was read can be written");
            let again = Message::from_variant_bytes::<D>(&written).expect("and read again");
            prop_assert_eq!(again.to_variant_bytes::<D>().expect("encodes"), written);
        }
        Err(error) => {
            prop_assert!(error.offset() <= bytes.len(), "{}", error);
            prop_assert!(!error.to_string().is_empty());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn every_dialect(value in message()) {
        there_and_back::<Godot4>(&value)?;
        there_and_back::<Godot3>(&value)?;
        there_and_back::<Godot3_0>(&value)?;
        there_and_back::<Flagless>(&value)?;
        there_and_back::<Double<Godot4>>(&value)?;
        there_and_back::<Double<Godot3>>(&value)?;
    }

    #[test]
    fn cut_messages_are_incomplete(value in message(), cut in any::<prop::sample::Index>()) {
        let bytes = value.to_variant_bytes::<Godot4>().expect("encodes");
        let error = Message::from_variant_bytes::<Godot4>(&bytes[..cut.index(bytes.len())])
            .expect_err("cut");
        prop_assert!(error.is_incomplete(), "{}", error);
    }

    #[test]
    fn tampering_never_panics(
        value in message(),
        changes in vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = value.to_variant_bytes::<Godot4>().expect("encodes");
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        tampered::<Godot4>(&bytes)?;
        tampered::<Godot3>(&bytes)?;
        tampered::<Double<Godot4>>(&bytes)?;
        tampered::<Flagless>(&bytes)?;
    }
}
