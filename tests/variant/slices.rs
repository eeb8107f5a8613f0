//! Encoding into a slice changes nothing after the message, whatever the form of its last values is.

use std::collections::BTreeMap;

use crate::common::assert_writes_no_more;
use godot_var::dialect::{Double, Flagless, Godot3_0};
use godot_var::error::EncodeErrorKind;
use godot_var::math::Transform3D;
use godot_var::values::{NodePath, StringName};
use godot_var::{Godot3, Godot4, GodotVar, ToVariantBytes, Variant, Vector3};

/// Encodes into slices of every length, in every dialect that has the types.
fn writes_no_more(value: &(impl ToVariantBytes + ?Sized)) {
    macro_rules! in_dialects {
        ($($dialect:ty)*) => {$(
            let bytes = value.to_variant_bytes::<$dialect>().expect("encodes");
            assert_writes_no_more(&bytes, |slice| value.write_variant_bytes::<$dialect>(slice));
        )*};
    }
    in_dialects!(Godot4 Godot3 Godot3_0 Flagless Double<Godot4> Double<Godot3>);
}

/// Usually the float takes three words.
#[derive(Clone, Copy, Debug, GodotVar)]
struct Reading {
    value: f64,
}

#[derive(Clone, Copy, Debug, GodotVar)]
#[godot_var(array)]
struct Pair(f64, f64);

#[derive(Clone, Debug, GodotVar)]
struct Numbered {
    place: Transform3D,
    readings: [Reading; 2],
    pair: Pair,
    id: u64,
}

#[derive(Clone, Debug, GodotVar)]
struct Maybe {
    small: Option<Box<Reading>>,
    #[godot_var(as = "float")]
    count: i64,
    #[godot_var(strict)]
    exact: f64,
}

#[derive(Clone, Debug, GodotVar)]
#[godot_var(array, id)]
enum Event {
    #[godot_var(id = 1)]
    Read(Reading),
    #[godot_var(id = 70_000)]
    All(Vec<Reading>),
    #[godot_var(id = 3)]
    Nothing,
}

/// Its values take few forms, and as many words as a writer makes room for at once.
#[derive(Clone, Copy, Debug, GodotVar)]
struct Bounded {
    id: u64,
    owner: Option<u32>,
    glow: Option<f32>,
    at: Option<Vector3>,
    yaw: f32,
    seen: Option<i64>,
}

#[derive(Clone, Copy, Debug, GodotVar)]
#[godot_var(array, id)]
enum Order {
    #[godot_var(id = 1)]
    Halt { unit: u32 },
    #[godot_var(id = 70_000)]
    Turn { unit: u32, yaw: f32 },
    #[godot_var(id = "follow")]
    Follow { unit: u32, leader: Option<u32> },
    #[godot_var(id = 4)]
    Wait { share: f64 },
    #[godot_var(id = 5)]
    Retreat,
}

#[derive(Clone, Debug, GodotVar)]
struct Rest {
    #[godot_var(flatten)]
    maybe: Maybe,
    #[godot_var(flatten)]
    rest: BTreeMap<String, Pair>,
}

const WIDE: f64 = 0.1;
const NARROW: f64 = 1.5;

#[test]
fn numbers_of_two_widths() {
    for float in [WIDE, NARROW, f64::NAN, f64::INFINITY, 0.0] {
        if !float.is_nan() {
            writes_no_more(&float);
        }
        writes_no_more(&Reading { value: float });
        writes_no_more(&Box::new(Reading { value: float }));
        writes_no_more(&vec![float; 3]);
        writes_no_more(&(1, float));
    }
    for int in [0, -1, i64::from(i32::MAX), 1 << 31, i64::MIN] {
        writes_no_more(&int);
        writes_no_more(&(int, [int; 2]));
        writes_no_more(&vec![Some(int), None]);
    }
    writes_no_more(&[f32::NAN, 1.0]);
    writes_no_more(&[0_u32, u32::MAX, 7]);
}

#[test]
fn lists_whose_last_elements_take_a_shorter_form() {
    for last in [[WIDE, WIDE], [WIDE, NARROW], [NARROW, WIDE], [NARROW, NARROW]] {
        let readings = last.map(|value| Reading { value });
        let pair = Pair(last[0], last[1]);
        writes_no_more(&vec![readings[0]; 9]);
        writes_no_more(&[readings[0], readings[1]]);
        writes_no_more(&vec![pair; 9]);
        writes_no_more(&[Some(pair), None]);
        let place = Transform3D::IDENTITY;
        let numbered = Numbered { place, readings, pair, id: 7 };
        writes_no_more(&numbered);
        writes_no_more(&vec![numbered.clone(), Numbered { id: 1 << 40, ..numbered }]);
    }
}

#[test]
fn elements_of_bounded_length() {
    let element = |i: u32| Bounded {
        id: if i.is_multiple_of(2) { u64::from(i) } else { 1 << 40 },
        owner: [None, Some(7), Some(u32::MAX)][i as usize % 3],
        glow: [None, Some(0.5), Some(f32::NAN)][i as usize / 3 % 3],
        at: (i % 4 == 1).then_some(Vector3::ONE),
        yaw: if i == 17 { f32::NAN } else { 0.25 },
        seen: [Some(-1), None, Some(i64::MIN)][i as usize % 3],
    };
    for last in 0..18 {
        let elements: Vec<_> = (0..=last).rev().map(element).collect();
        writes_no_more(&elements);
        let alone =
            elements.iter().flat_map(|one| one.to_variant_bytes::<Godot4>().expect("encodes"));
        let count = u32::try_from(elements.len()).expect("few").to_le_bytes();
        let expected: Vec<u8> = [28, 0, 0, 0].into_iter().chain(count).chain(alone).collect();
        assert_eq!(elements.to_variant_bytes::<Godot4>(), Ok(expected));
    }
}

#[test]
fn variants_of_bounded_length() {
    for unit in [7, u32::MAX] {
        let variants = [
            Order::Halt { unit },
            Order::Turn { unit, yaw: 0.5 },
            Order::Turn { unit, yaw: f32::NAN },
            Order::Follow { unit, leader: None },
            Order::Follow { unit, leader: Some(unit) },
            Order::Wait { share: WIDE },
            Order::Wait { share: NARROW },
            Order::Retreat,
        ];
        for last in variants {
            writes_no_more(&last);
            writes_no_more(&[variants.as_slice(), &[last]].concat());
        }
    }
    let halt = Order::Halt { unit: u32::MAX }.to_variant_bytes::<Godot4>();
    let wide =
        [[28, 0, 0, 0], [2, 0, 0, 0], [2, 0, 0, 0], [1, 0, 0, 0], [2, 0, 1, 0], [255; 4], [0; 4]];
    assert_eq!(halt, Ok(wide.concat()));
}

#[derive(Clone, Debug, GodotVar)]
#[godot_var(array, id)]
enum Nested {
    #[godot_var(id = 1)]
    Leaf { number: u32 },
    #[godot_var(id = 2)]
    Inside(Vec<Nested>),
}

/// A variant in room of its own is a container as any other.
#[test]
fn variants_are_counted_among_the_containers() {
    let nested = |levels| {
        let leaf = Nested::Leaf { number: 7 };
        (0..levels).fold(leaf, |inside, _| Nested::Inside(vec![inside]))
    };
    let mut slice = vec![0; 1 << 15];
    assert!(nested(511).to_variant_bytes::<Godot4>().is_ok());
    assert!(nested(511).write_variant_bytes::<Godot4>(&mut slice).is_ok());
    for error in [
        nested(512).to_variant_bytes::<Godot4>().expect_err("1025 containers"),
        nested(512).write_variant_bytes::<Godot4>(&mut slice).expect_err("1025 containers"),
    ] {
        assert_eq!(error.kind(), EncodeErrorKind::TooDeep);
    }
}

#[test]
fn every_shape() {
    let maybe = Maybe { small: None, count: 3, exact: NARROW };
    let other =
        Maybe { small: Some(Box::new(Reading { value: NARROW })), count: 1 << 40, exact: WIDE };
    let rest = BTreeMap::from([("pair".to_owned(), Pair(WIDE, NARROW))]);
    writes_no_more(&maybe);
    writes_no_more(&vec![other.clone(), maybe.clone()]);
    writes_no_more(&Rest { maybe: other, rest });
    writes_no_more(&Event::Nothing);
    writes_no_more(&Event::Read(Reading { value: NARROW }));
    writes_no_more(&Event::All(vec![Reading { value: WIDE }, Reading { value: NARROW }]));
    for len in 0..9 {
        writes_no_more(&"abcdefgh"[..len]);
        writes_no_more(&vec![0_u8; len]);
        writes_no_more(&["abcdefgh"[..len].to_owned()]);
    }
    writes_no_more(&NodePath::parse("/root/A:b"));
    writes_no_more(&StringName::from("abc"));
    writes_no_more(&vec![Vector3::ONE; 3]);
    writes_no_more(&Variant::from(vec![Variant::from(NARROW), Variant::from("a"), Variant::Nil]));
}

/// The content of the slice is unspecified then. The error is the same as for other targets.
#[test]
fn a_value_that_cannot_be_written_is_an_error_in_a_slice_too() {
    let values = vec![Some(1), Some(u64::MAX), None];
    let mut slice = [0xAA; 256];
    let error = values.write_variant_bytes::<Godot4>(&mut slice).expect_err("beyond an int");
    assert_eq!(error.kind(), EncodeErrorKind::OutOfRange);
    assert_eq!(Err(error), values.to_variant_bytes::<Godot4>());
}
