//! Each attribute of `LiteNetMessage` and its bytes.

use std::borrow::Cow;

use crate::common::assert_writes_no_more;
use godot_var::error::DecodeErrorKind;
use godot_var::litenet::{
    Era, FromLiteNetBytes, LengthPrefixed, LiteNet2018, LiteNetHead, LiteNetMessage,
    ToLiteNetBytes, layout_fingerprint,
};
use godot_var::math::Quaternion;
use godot_var::{Limits, Reader};

/// Encodes a value, checks that it decodes to itself, and returns the bytes.
fn bytes<T>(value: &T) -> Vec<u8>
where
    T: ToLiteNetBytes + for<'de> FromLiteNetBytes<'de> + PartialEq + std::fmt::Debug,
{
    let bytes = value.to_litenet_bytes::<LiteNetHead>().expect("encodable");
    assert_eq!(T::from_litenet_bytes::<LiteNetHead>(&bytes).as_ref(), Ok(value));
    assert_writes_no_more(&bytes, |slice| value.write_litenet_bytes::<LiteNetHead>(slice));
    bytes
}

mod minutes {
    use godot_var::litenet::{Decode, Encode, Era, LiteNet};
    use godot_var::{DecodeError, EncodeError, Output, Reader};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "what the derive calls")]
    pub(crate) fn encode<E: Era, O: Output>(seconds: &u32, out: &mut O) -> Result<(), EncodeError> {
        Encode::<LiteNet<E>>::encode(&((seconds / 60) as u8), out)
    }

    pub(crate) fn decode<E: Era>(reader: &mut Reader<'_>) -> Result<u32, DecodeError> {
        let minutes = <u8 as Decode<'_, LiteNet<E>>>::decode(reader)?;
        Ok(u32::from(minutes) * 60)
    }
}

#[derive(Debug, PartialEq, LiteNetMessage)]
struct Counts(
    #[litenet(len = "u16")] Vec<u8>,
    #[litenet(len = "i32")] String,
    #[litenet(len = "packed", packed)] Vec<u32>,
    #[litenet(len = "zigzag", zigzag)] Vec<i32>,
    Vec<bool>,
);

#[test]
fn counts() {
    let counts = Counts(vec![1], "a".to_owned(), vec![300], vec![-1], vec![true]);
    assert_eq!(hex::encode(bytes(&counts)), "010001010000006101f13c0201010001");
}

#[derive(Debug, PartialEq, LiteNetMessage)]
struct Conditions {
    flag: bool,
    number: u8,
    #[litenet(if = "flag")]
    first: Option<u8>,
    #[litenet(packed, if = "!flag && (number == 2 || number == 3)")]
    second: Option<u32>,
    #[litenet(with = minutes, if = "number != 0")]
    seconds: Option<u32>,
}

#[test]
fn conditions() {
    let mut value =
        Conditions { flag: true, number: 0, first: Some(9), second: None, seconds: None };
    assert_eq!(bytes(&value), [1, 0, 9]);
    value = Conditions { flag: false, number: 3, first: None, second: Some(5), seconds: Some(120) };
    assert_eq!(bytes(&value), [0, 3, 5, 2]);
    value.seconds = None;
    let error = value.to_litenet_bytes::<LiteNetHead>().expect_err("an error");
    assert_eq!(
        error.to_string(),
        "Conditions.seconds: another field requires this one, and it is `None`"
    );
}

#[derive(Debug, PartialEq, LiteNetMessage)]
enum Shape {
    Point,
    #[litenet(id = 7)]
    Circle(f32),
    Named {
        name: String,
    },
    #[litenet(other)]
    Other(u8, Vec<u8>),
}

#[test]
fn enums_by_a_byte() {
    assert_eq!(bytes(&Shape::Point), [0]);
    assert_eq!(bytes(&Shape::Circle(1.0)), [7, 0, 0, 0x80, 0x3f]);
    assert_eq!(bytes(&Shape::Named { name: "a".to_owned() }), [8, 2, 0, b'a']);
    assert_eq!(bytes(&Shape::Other(9, vec![1, 2])), [9, 1, 2]);
}

#[derive(Debug, PartialEq, LiteNetMessage)]
#[litenet(msg_type = 300)]
struct Borrowed<'a> {
    text: &'a str,
    #[litenet(rest)]
    rest: &'a [u8],
}

#[test]
fn borrowed_fields_and_large_numbers() {
    let value = Borrowed { text: "a", rest: &[1, 2] };
    let bytes = value.to_litenet_bytes::<LiteNetHead>().expect("encodable");
    assert_eq!(bytes, [0xf1, 60, 2, 0, b'a', 1, 2]);
    assert_eq!(Borrowed::from_litenet_bytes::<LiteNetHead>(&bytes), Ok(value));
    assert_eq!(Borrowed::MSG_TYPE, 300);
}

#[derive(Clone, Debug, PartialEq, LiteNetMessage)]
struct ToEnd<T: AsRef<[u8]>> {
    id: u8,
    #[litenet(rest)]
    rest: T,
}

#[test]
fn the_rest_of_a_message_in_each_type() {
    fn check<'de, T>(new: impl Fn(&'de [u8]) -> T)
    where
        T: AsRef<[u8]> + Clone + PartialEq + std::fmt::Debug,
        ToEnd<T>: ToLiteNetBytes + FromLiteNetBytes<'de>,
    {
        let bytes: &[u8] = &[5, 1, 2, 3];
        let value = ToEnd { id: 5, rest: new(&bytes[1..]) };
        assert_eq!(value.to_litenet_bytes::<LiteNetHead>().as_deref(), Ok(bytes));
        assert_eq!(ToEnd::from_litenet_bytes::<LiteNetHead>(bytes), Ok(value));
    }
    check::<&[u8]>(|bytes| bytes);
    check::<Vec<u8>>(<[u8]>::to_vec);
    check::<Box<[u8]>>(Into::into);
    check::<Cow<'_, [u8]>>(Cow::Borrowed);
}

#[derive(Debug, PartialEq, LiteNetMessage)]
struct Fixed {
    one: u8,
    two: u16,
    four: u32,
    flag: bool,
    eight: u64,
    name: String,
}

/// The fields before the text, and its length, are checked at once.
#[test]
fn a_short_message_ends_in_its_field() {
    let value = Fixed { one: 1, two: 2, four: 3, flag: true, eight: 4, name: "a".to_owned() };
    let bytes = bytes(&value);
    let ends = [("one", 1), ("two", 3), ("four", 7), ("flag", 8), ("eight", 16), ("name", 19)];
    for len in 0..bytes.len() {
        let error = Fixed::from_litenet_bytes::<LiteNetHead>(&bytes[..len]).expect_err("short");
        let (name, _) = ends.iter().find(|(_, end)| len < *end).expect("a field");
        assert!(error.to_string().starts_with(&format!("Fixed.{name}: ")), "{len}: {error}");
    }
    let mut broken = bytes;
    broken[7] = 2;
    let canonical = Limits::DEFAULT.with_canonical(true);
    let error = Fixed::from_litenet_bytes_with::<LiteNetHead>(&broken, canonical);
    assert_eq!(error.expect_err("no bool").offset(), 7);
}

#[derive(Debug, PartialEq, LiteNetMessage)]
struct Lists<'a> {
    id: u8,
    #[litenet(len = "i32")]
    bytes: &'a [u8],
    #[litenet(len = "zigzag")]
    numbers: Vec<u32>,
}

/// A count of elements that are no bytes is compared with the limit, and each with the bytes that are left.
#[test]
fn counts_that_are_too_large_are_refused_at_once() {
    let value = Lists { id: 5, bytes: &[1, 2], numbers: vec![7, 8] };
    let mut bytes = value.to_litenet_bytes::<LiteNetHead>().expect("encodable");
    assert_eq!(bytes, [5, 2, 0, 0, 0, 1, 2, 4, 7, 0, 0, 0, 8, 0, 0, 0]);
    let read = |bytes: &[u8], elements| {
        let limits = Limits::DEFAULT.with_elements(elements);
        Lists::from_litenet_bytes_with::<LiteNetHead>(bytes, limits)
            .map(|read| read.numbers == value.numbers && read.bytes == value.bytes)
            .map_err(|error| (error.kind(), error.offset(), error.expected().to_owned()))
    };
    assert_eq!(read(&bytes, 2), Ok(true));
    let limit = DecodeErrorKind::LimitExceeded;
    assert_eq!(read(&bytes, 1), Err((limit, 7, "at most 1 elements or bytes".to_owned())));
    let end = (DecodeErrorKind::Incomplete, 16, "a list".to_owned());
    // Three numbers, and then more than there could be if each took one byte.
    for count in [6, 80] {
        bytes[7] = count;
        assert_eq!(read(&bytes, 100), Err(end.clone()));
    }
}

/// Its number alone: bytes on the wire, and none in memory.
#[derive(Debug, PartialEq, LiteNetMessage)]
#[litenet(msg_type = 3)]
struct Mark;

#[derive(Debug, PartialEq, LiteNetMessage)]
struct Marks(#[litenet(len = "i32")] Vec<Mark>);

#[test]
fn a_count_of_what_takes_no_memory() {
    assert_eq!(bytes(&Marks(vec![Mark, Mark])), [2, 0, 0, 0, 3, 3]);
    let error = Marks::from_litenet_bytes::<LiteNetHead>(&[3, 0, 0, 0, 3, 3]);
    assert_eq!(error.expect_err("too many").expected(), "a list");
}

#[derive(Debug, PartialEq, LiteNetMessage)]
struct Tree {
    children: Vec<Tree>,
    next: Option<Box<Tree>>,
}

#[test]
fn recursion_has_an_end() {
    let leaf = || Tree { children: Vec::new(), next: None };
    let tree = Tree { children: vec![leaf(), leaf()], next: Some(Box::new(leaf())) };
    assert_eq!(bytes(&tree).len(), 12);
    // Nested boxes: no children, and one more.
    let hostile = [0, 0, 1].repeat(100_000);
    let error = Tree::from_litenet_bytes::<LiteNetHead>(&hostile).expect_err("an error");
    assert_eq!(error.kind(), DecodeErrorKind::TooDeep);
}

#[derive(Debug, PartialEq, LiteNetMessage)]
struct Turned {
    #[litenet(euler)]
    rotation: Quaternion,
}

#[test]
fn rotations_as_euler_angles() {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    // A quarter turn about y.
    let turned = Turned { rotation: Quaternion { x: 0.0, y: half, z: 0.0, w: half } };
    let bytes = turned.to_litenet_bytes::<LiteNet2018>().expect("encodable");
    let angles = <[f32; 3]>::from_litenet_bytes::<LiteNet2018>(&bytes).expect("decodable");
    assert!((angles[1] - 90.0).abs() < 0.001 && angles[0].abs() + angles[2].abs() < 0.001);
    for (x, y, z) in [(10.0, 20.0, 30.0), (350.0, 170.0, 5.0), (80.0, 300.0, 200.0)] {
        let bytes = [x, y, z].map(f32::to_le_bytes);
        let turned = Turned::from_litenet_bytes::<LiteNet2018>(bytes.as_flattened());
        let written = turned.expect("decodable").to_litenet_bytes::<LiteNet2018>();
        let angles = <[f32; 3]>::from_litenet_bytes::<LiteNet2018>(&written.expect("encodable"));
        let [a, b, c] = angles.expect("decodable");
        assert!((a - x).abs() + (b - y).abs() + (c - z).abs() < 0.01, "{a} {b} {c}");
    }
}

/// The derived code names nothing of the prelude.
mod hygiene {
    #![no_implicit_prelude]
    #![expect(dead_code, non_camel_case_types, reason = "names that generated code must not meet")]

    struct Option;
    struct Result;
    struct Vec;
    struct u16;

    #[derive(::godot_var::litenet::LiteNetMessage)]
    #[litenet(msg_type = 1)]
    struct Part {
        a: u8,
        #[litenet(packed, if = "a == 1")]
        b: ::core::option::Option<u32>,
        #[litenet(rest)]
        c: ::std::vec::Vec<u8>,
    }

    #[derive(::godot_var::litenet::LiteNetMessage)]
    #[litenet(messages)]
    enum Messages<T> {
        Part(Part),
        #[litenet(msg_type = 2)]
        Own {
            value: T,
        },
    }
}

/// More fields of constant size than the derive joins, with the length of a text among them.
#[derive(Debug, PartialEq, LiteNetMessage)]
struct Wide {
    flag: bool,
    first: [u64; 2],
    numbers: (u8, i16),
    a: f64,
    b: f64,
    c: f64,
    d: f64,
    e: f64,
    f: f64,
    g: f64,
    h: u32,
    i: u64,
    text: String,
    last: u16,
}

#[test]
fn long_runs_are_written_in_order() {
    let wide = Wide {
        flag: true,
        first: [1, 2],
        numbers: (3, -4),
        a: 5.0,
        b: 6.0,
        c: 7.0,
        d: 8.0,
        e: 9.0,
        f: 10.0,
        g: 11.0,
        h: 12,
        i: 13,
        text: "text".to_owned(),
        last: 14,
    };
    let mut expected = vec![1];
    expected.extend([1_u64, 2].map(u64::to_le_bytes).concat());
    expected.extend([3, 0xfc, 0xff]);
    expected.extend([5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0].map(f64::to_le_bytes).concat());
    expected.extend(12_u32.to_le_bytes());
    expected.extend(13_u64.to_le_bytes());
    expected.extend(*b"\x05\0text\x0e\0");
    let bytes = wide.to_litenet_bytes::<LiteNetHead>().expect("encodes");
    assert_eq!(bytes, expected);
    assert_eq!(Wide::from_litenet_bytes::<LiteNetHead>(&bytes), Ok(wide));
    // Counts the missing bytes of a buffer, from any field on.
    let wide = Wide::from_litenet_bytes::<LiteNetHead>(&bytes).expect("decodes");
    for len in 0..bytes.len() {
        let error = wide.write_litenet_bytes::<LiteNetHead>(&mut vec![0; len]).expect_err("short");
        assert_eq!(error.needed(), Some(bytes.len()));
    }
}

/// A message that owns memory in every reusable form.
#[derive(Clone, Debug, PartialEq, LiteNetMessage)]
#[litenet(msg_type = 300)]
struct Roster {
    #[litenet(packed)]
    id: u32,
    named: bool,
    #[litenet(if = "named")]
    name: Option<String>,
    members: Vec<Entry>,
    #[litenet(len = "packed")]
    scores: Vec<u16>,
    #[litenet(len = "packed", zigzag)]
    changes: Vec<i32>,
    owner: Option<Box<Entry>>,
    pair: (String, [Vec<u8>; 2]),
    #[litenet(with = minutes)]
    seconds: u32,
    #[litenet(rest)]
    more: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, LiteNetMessage)]
struct Entry {
    name: String,
    #[litenet(len = "i32")]
    title: String,
    health: i32,
}

fn entry(name: &str) -> Entry {
    Entry { name: name.to_owned(), title: format!("the {name}"), health: -1 }
}

fn roster() -> Roster {
    Roster {
        id: 70_000,
        named: true,
        name: Some("a name of some length".to_owned()),
        members: vec![entry("Ann"), entry("Bob"), entry("Cid")],
        scores: vec![1, 2, 3],
        changes: vec![-1, 1],
        owner: Some(Box::new(entry("Dan"))),
        pair: ("pair".to_owned(), [vec![1, 2], vec![3]]),
        seconds: 120,
        more: vec![9; 9],
    }
}

/// Each bound alone is enough for both directions and both eras.
fn every_entry_point<E, T>(one: &T)
where
    E: Era,
    T: ToLiteNetBytes + for<'de> FromLiteNetBytes<'de> + Clone + PartialEq + std::fmt::Debug,
{
    let bytes = one.to_litenet_bytes::<E>().expect("encodes");
    let len = bytes.len();
    assert_eq!(one.litenet_len::<E>(), Ok(len));
    let mut buffer = vec![1, 2, 3];
    assert_eq!(one.append_litenet_bytes::<E>(&mut buffer), Ok(len));
    assert_eq!((&buffer[..3], &buffer[3..]), (&[1, 2, 3][..], &bytes[..]));
    assert_writes_no_more(&bytes, |slice| one.write_litenet_bytes::<E>(slice));

    assert_eq!(T::from_litenet_bytes::<E>(&bytes).as_ref(), Ok(one));
    let small = Limits::DEFAULT.with_bytes(len - 1);
    let error = T::from_litenet_bytes_with::<E>(&bytes, small).expect_err("a limit");
    assert_eq!(error.kind(), DecodeErrorKind::LimitExceeded);
}

#[test]
fn every_entry_point_of_both_eras() {
    every_entry_point::<LiteNet2018, _>(&roster());
    every_entry_point::<LiteNetHead, _>(&roster());
    every_entry_point::<LiteNet2018, _>(&entry("one"));
    every_entry_point::<LiteNetHead, _>(&LengthPrefixed(entry("one")));
    every_entry_point::<LiteNetHead, _>(&vec![Some(entry("one")), None]);
}

#[test]
fn several_values_of_one_buffer() {
    let mut buffer = entry("one").to_litenet_bytes::<LiteNetHead>().expect("encodes");
    let first = buffer.len();
    entry("two").append_litenet_bytes::<LiteNetHead>(&mut buffer).expect("encodes");
    let mut reader = Reader::new(&buffer);
    assert_eq!(Entry::read_litenet_bytes::<LiteNetHead>(&mut reader), Ok(entry("one")));
    assert_eq!(reader.position(), first);
    assert_eq!(Entry::read_litenet_bytes::<LiteNetHead>(&mut reader), Ok(entry("two")));
    assert_eq!(reader.remaining(), 0);
    let error = Entry::read_litenet_bytes::<LiteNetHead>(&mut reader).expect_err("the end");
    assert!(error.is_incomplete() && reader.position() == buffer.len());
}

/// A generic type that contains itself: only what stands beside it needs bounds.
#[derive(Debug, PartialEq, LiteNetMessage)]
struct Branch<T> {
    left: Option<Box<Branch<T>>>,
    named: Vec<(T, Box<Self>)>,
    #[litenet(packed)]
    value: T,
}

#[test]
fn a_generic_type_contains_itself() {
    let leaf = |value| Branch { left: None, named: Vec::new(), value };
    let named = vec![(5, Box::new(leaf(300_u16)))];
    let tree = Branch { left: Some(Box::new(leaf(1))), named, value: 2 };
    assert_eq!(bytes(&tree).len(), 15);
}

/// A condition names a variant, but the bytes have its number.
#[test]
fn the_number_in_a_condition_changes_the_fingerprint() {
    macro_rules! fingerprints {
        ($($variants:tt $condition:literal)*) => {[$({
            #[derive(PartialEq, LiteNetMessage)]
            enum Receivers $variants
            #[derive(LiteNetMessage)]
            struct Call {
                flag: bool,
                receivers: Receivers,
                #[litenet(if = $condition)]
                to: Option<u8>,
                rest: Vec<u8>,
            }
            layout_fingerprint::<LiteNetHead, Call>()
        }),*]};
    }
    let all = fingerprints! {
        { All, Target } "receivers == Target"
        { Target, All } "receivers == Target"
        { All, Target } "receivers != Target"
        { Target, All } "receivers != Target"
        { All, Target } "flag && receivers == Target"
        { Target, All } "flag && receivers == Target"
        { All, Target } "flag || !(receivers == Target && flag)"
        { Target, All } "flag || !(receivers == Target && flag)"
        { All, Target } "receivers == Receivers::Target"
        { Target, All } "receivers == Receivers::Target"
    };
    for (at, one) in all.iter().enumerate() {
        assert!(!all[..at].contains(one), "the row {at}");
    }
    // The names of variants that no condition has are not on the wire.
    let [one, other] = fingerprints! {
        { All, Target } "receivers == Target"
        { Everyone, Target } "receivers == Target"
    };
    assert_eq!(one, other);
}
