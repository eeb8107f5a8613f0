//! Lists of elements whose bytes all are values, which are read without a check, and of those that look like them.

use std::fmt::Debug;
use std::num::{NonZeroU16, Wrapping};

use godot_var::error::DecodeErrorKind;
use godot_var::flat::{ByteOrder, Decode, Encode, Flat, Size, TypeLayout};
use godot_var::{
    DecodeError, EncodeError, FromFlatBytes, GodotFlat, Output, Reader, ToFlatBytes, Vector3,
};
use proptest::prelude::*;
use uuid::Uuid;

use super::derive::there_and_back;

#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct Point {
    x: f32,
    y: f32,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct Mark {
    at: Point,
    color: [u8; 3],
    pair: (i16, Wrapping<u32>),
    up: Vector3,
    id: Uuid,
}

#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(big_endian)]
struct Big {
    a: u16,
    b: (i32, [f64; 2]),
}

fn mark() -> impl Strategy<Value = Mark> {
    let parts = (any::<[f32; 5]>(), any::<[u8; 3]>(), any::<(i16, u32)>(), any::<u128>());
    parts.prop_map(|([x, y, a, b, c], color, (first, second), id)| Mark {
        at: Point { x, y },
        color,
        pair: (first, Wrapping(second)),
        up: Vector3::new(a, b, c),
        id: Uuid::from_u128(id),
    })
}

/// A list is read as its elements are one by one, and refused where it is cut.
fn as_one_by_one<T>(list: &[T], len: usize)
where
    T: Debug + Clone + PartialEq + ToFlatBytes + for<'de> FromFlatBytes<'de>,
{
    let bytes = list.to_flat_bytes().expect("encodes");
    let alone: Vec<T> =
        bytes[1..].chunks(len).map(|chunk| T::from_flat_bytes(chunk).expect("a value")).collect();
    assert_eq!(alone, list);
    assert_eq!(Vec::<T>::from_flat_bytes(&bytes).as_deref(), Ok(list));
    for cut in 0..bytes.len() {
        let error = Vec::<T>::from_flat_bytes(&bytes[..cut]).expect_err("cut");
        assert_eq!(error.kind(), DecodeErrorKind::Incomplete);
    }
}

proptest! {
    #[test]
    fn elements_are_those_that_are_read_alone(
        marks in prop::collection::vec(mark(), 0..9),
        big in prop::collection::vec(any::<(u16, i32, [f64; 2])>(), 0..9),
        bools in prop::collection::vec(any::<bool>(), 0..100),
        odd in prop::collection::vec(any::<(u8, [u16; 3])>(), 0..9),
    ) {
        as_one_by_one(&marks, 8 + 3 + 6 + 12 + 16);
        let big: Vec<Big> = big.into_iter().map(|(a, b, c)| Big { a, b: (b, c) }).collect();
        as_one_by_one(&big, 22);
        as_one_by_one(&bools, 1);
        as_one_by_one(&odd, 7);
    }
}

/// Numbers after an odd count of bytes, where the machine's own cannot be.
#[test]
fn numbers_lie_anywhere() {
    let numbers = (vec![1_u8, 2], vec![0x0102_u16, 0xfffe], vec![1.5_f64, -2.0]);
    assert_eq!(there_and_back(&numbers).len(), 3 + 5 + 17);
}

mod halved {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "`with` gives a reference")]
    pub(super) fn encode(value: &u16) -> u16 {
        value * 2
    }

    pub(super) fn decode(value: u16) -> Result<u16, &'static str> {
        if value.is_multiple_of(2) { Ok(value / 2) } else { Err("half of it is none") }
    }
}

#[derive(Debug, PartialEq, GodotFlat)]
struct Halved {
    #[flat(with = halved, as = u16)]
    half: u16,
}

#[derive(Debug, PartialEq, GodotFlat)]
struct NotZero {
    count: NonZeroU16,
}

#[derive(Debug, PartialEq, GodotFlat)]
struct Int {
    wide: u64,
}

#[derive(Debug, PartialEq, GodotFlat)]
struct Pointer {
    to: Box<u8>,
}

/// The position and the path of an element that is refused.
#[test]
fn what_is_refused_alone_is_refused_in_a_list() {
    let error = |result: Result<(), DecodeError>| result.unwrap_err().to_string();
    let halved = Vec::<Halved>::from_flat_bytes(&[2, 2, 0, 3, 0]).map(drop);
    assert_eq!(error(halved), "[1].half: half of it is none at byte 3");
    let zero = Vec::<NotZero>::from_flat_bytes(&[2, 1, 0, 0, 0]).map(drop);
    assert_eq!(error(zero), "[1].count: expected a number other than 0, found 0 at byte 3");
    let wide = Vec::<Int>::from_flat_bytes(&[1, 0, 0, 0, 0, 0, 0, 0, 0x80]).map(drop);
    assert!(error(wide).starts_with("[0].wide: expected a u64 up to 9223372036854775807"));
    let bools = Vec::<bool>::from_flat_bytes(&[3, 1, 0, 2]).map(drop);
    assert!(error(bools).starts_with("[2]: expected a bool, 0 or 1, found 2 at byte 3"));
    let pointers = Vec::<Pointer>::from_flat_bytes(&[2, 7, 8]).expect("two levels");
    assert_eq!(pointers, [Pointer { to: Box::new(7) }, Pointer { to: Box::new(8) }]);
}

/// A type by hand with the size of a number, of which it refuses some.
#[derive(Debug, PartialEq)]
struct Even(u16);

impl<B: ByteOrder> Encode<Flat<B>> for Even {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Custom("Even");
    const SIZE: Size = <u16 as Encode<Flat<B>>>::SIZE;

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        Encode::<Flat<B>>::encode(&self.0, out)
    }
}

impl<'de, B: ByteOrder> Decode<'de, Flat<B>> for Even {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let number = <u16 as Decode<'de, Flat<B>>>::decode(reader)?;
        if number.is_multiple_of(2) {
            Ok(Self(number))
        } else {
            Err(DecodeError::custom(reader.position(), "odd"))
        }
    }
}

#[derive(Debug, PartialEq, GodotFlat)]
struct Pair {
    even: Even,
    any: u8,
}

#[test]
fn a_type_by_hand_may_refuse() {
    assert!(Vec::<Even>::from_flat_bytes(&[2, 2, 0, 3, 0]).is_err());
    assert!(Vec::<Pair>::from_flat_bytes(&[1, 3, 0, 9]).is_err());
    assert_eq!(
        Vec::<Pair>::from_flat_bytes(&[1, 4, 0, 9]),
        Ok(vec![Pair { even: Even(4), any: 9 }])
    );
}
