//! Valid code that looks like the mistakes in `tests/compile-errors/tests/ui`.
use std::collections::BTreeMap;
use std::time::Duration;

use godot_var::{
    DecodeError, Dialect, Dictionary, EncodeError, FromVariantBytes, Godot3, Godot4, GodotVar,
    ToVariantBytes,
};

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(max_size = 36)]
struct Fits {
    a: i32,
    #[godot_var(skip)]
    b: Option<Option<u128>>,
}

#[derive(GodotVar)]
struct Serde {
    #[godot_var(skip_serializing_if = "Option::is_none", alias = "x", alias = "y")]
    a: Option<i32>,
    #[godot_var(skip_deserializing)]
    b: i32,
    #[godot_var(flatten)]
    rest: BTreeMap<String, i32>,
}

#[derive(GodotVar)]
#[godot_var()]
#[godot_var(repr = "int")]
#[repr(i32)]
enum Numbers {
    A = -5,
    B = 0x10,
    #[godot_var(other)]
    C(i64),
}

type Maybe<T> = Option<T>;

#[derive(Debug, PartialEq, GodotVar)]
struct Perhaps(Option<u8>);

/// A reader takes what these fields leave out.
#[derive(Debug, PartialEq, GodotVar)]
struct LeftOut<T> {
    #[godot_var(skip_encoding_if = Option::is_none)]
    aliased: Maybe<u8>,
    #[godot_var(skip_encoding_if = is_nobody)]
    wrapped: Box<Perhaps>,
    #[godot_var(skip_encoding_if = Option::is_none, unit = "ms")]
    lasts: Option<Duration>,
    #[godot_var(skip_encoding_if = is_zero, skip_decoding)]
    written: i32,
    #[godot_var(skip_encoding_if = never)]
    any: T,
}

#[derive(Debug, Default, PartialEq, GodotVar)]
#[godot_var(default)]
struct LeftOutOfTheDefault {
    #[godot_var(skip_encoding_if = is_zero)]
    hp: i32,
}

#[expect(clippy::borrowed_box, reason = "called with a reference to the field")]
fn is_nobody(perhaps: &Box<Perhaps>) -> bool {
    perhaps.0.is_none()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "called with a reference to the field")]
fn is_zero(number: &i32) -> bool {
    *number == 0
}

fn never<T>(_: &T) -> bool {
    true
}

const TWO: isize = 2;

/// Each number belongs to one variant.
#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(repr = "int")]
enum NumbersApart {
    #[godot_var(id = 0)]
    Zero,
    #[godot_var(id = 4)]
    Four,
    Two = TWO,
    #[godot_var(id = 70)]
    Seventy,
    Five = 5,
    #[godot_var(skip)]
    Skipped = -1,
}

#[derive(Debug, PartialEq, GodotVar)]
struct Code(i64);

/// Each `other` holds all that its reader puts there.
#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(repr = "int")]
enum OtherNumber<T> {
    #[godot_var(id = 7)]
    Seven,
    #[godot_var(other)]
    Other(T),
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(repr = "int")]
enum OtherCode {
    Zero,
    #[godot_var(other)]
    Other(Box<Code>),
}

#[derive(Debug, PartialEq, GodotVar)]
enum OtherName<'a> {
    Ann,
    #[godot_var(other)]
    Other(&'a str),
}

#[derive(Debug, PartialEq, GodotVar)]
enum Names<'a> {
    Bob,
    #[godot_var(other)]
    Other(OtherName<'a>),
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(tag = "type", deny_unknown_fields)]
enum OtherTag {
    Ping,
    #[godot_var(other)]
    Other(Dictionary),
}

/// Defaults that are texts.
#[derive(Debug, PartialEq, GodotVar)]
struct Texts {
    #[godot_var(default = "Ann")]
    name: String,
    #[godot_var(default = "default")]
    theme: String,
    #[godot_var(default = "res://default_theme")]
    path: String,
    #[godot_var(default = "default_name".into())]
    id: String,
}

/// Attributes about keys, where some are.
#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(keys = "StringName", rename_all_fields = "camelCase", deny_unknown_fields)]
enum SomeKeys {
    None,
    One(i32),
    Named { the_key: i32 },
}

#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(transparent)]
struct Alone {
    hp: i32,
    #[godot_var(skip, default = 3)]
    cached: i32,
}

#[derive(Debug, PartialEq, GodotVar)]
struct Pair<T> {
    a: T,
    b: Vec<T>,
}

#[derive(Debug, PartialEq, GodotVar)]
struct Line<'a> {
    text: &'a str,
}

fn send<T: ToVariantBytes + ?Sized>(message: &T) -> Result<Vec<u8>, EncodeError> {
    message.to_variant_bytes::<Godot4>()
}

fn send_to<D: Dialect>(message: &impl ToVariantBytes) -> Result<Vec<u8>, EncodeError> {
    message.to_variant_bytes::<D>()
}

fn receive<'de, D: Dialect, T: FromVariantBytes<'de>>(bytes: &'de [u8]) -> Result<T, DecodeError> {
    T::from_variant_bytes::<D>(bytes)
}

fn receive_owned<T: for<'de> FromVariantBytes<'de>>(bytes: &[u8]) -> Result<T, DecodeError> {
    receive::<Godot4, T>(bytes)
}

fn any_message() {
    let pair = Pair { a: 1, b: vec![2, 3] };
    let bytes = send_to::<Godot3>(&pair).unwrap();
    assert_eq!(receive::<Godot3, Pair<i32>>(&bytes), Ok(pair));
    let line = Line { text: "a text of some length" };
    let bytes = send(&line).unwrap();
    assert_eq!(receive::<Godot4, Line<'_>>(&bytes), Ok(line));
    assert_eq!(receive_owned::<String>(&send("text").unwrap()).unwrap(), "text");
}

fn comes_back<'de, T: PartialEq + std::fmt::Debug + ToVariantBytes + FromVariantBytes<'de>>(
    value: &T,
    sent: &'de mut Vec<u8>,
) {
    *sent = send(value).unwrap();
    assert_eq!(receive::<Godot4, T>(sent).as_ref(), Ok(value));
}

#[test]
fn nothing_is_lost() {
    let back = &mut Vec::new;
    let left_out = LeftOut {
        aliased: None,
        wrapped: Box::new(Perhaps(None)),
        lasts: None,
        written: 0,
        any: None::<u8>,
    };
    comes_back(&left_out, &mut back());
    comes_back(&LeftOutOfTheDefault { hp: 0 }, &mut back());
    let numbers = [
        (NumbersApart::Zero, 0),
        (NumbersApart::Four, 4),
        (NumbersApart::Two, 2),
        (NumbersApart::Seventy, 70),
        (NumbersApart::Five, 5),
    ];
    for (value, number) in numbers {
        assert_eq!(send(&value), send(&number));
        comes_back(&value, &mut back());
    }
    assert!(send(&NumbersApart::Skipped).is_err());
    comes_back(&OtherNumber::<i64>::Seven, &mut back());
    comes_back(&OtherNumber::Other(-5_i64), &mut back());
    comes_back(&OtherCode::Zero, &mut back());
    comes_back(&OtherCode::Other(Box::new(Code(i64::MIN))), &mut back());
    for name in ["Ann", "Cid"] {
        let inner = if name == "Ann" { OtherName::Ann } else { OtherName::Other(name) };
        comes_back(&Names::Other(inner), &mut back());
    }
    comes_back(&Names::Bob, &mut back());
    let unknown: Dictionary = [("type", "Pong"), ("text", "hi")].into_iter().collect();
    comes_back(&OtherTag::Other(unknown), &mut back());
    comes_back(&OtherTag::Ping, &mut back());
    let empty = send(&Dictionary::default()).unwrap();
    let texts = Texts {
        name: "Ann".into(),
        theme: "default".into(),
        path: "res://default_theme".into(),
        id: "default_name".into(),
    };
    assert_eq!(receive::<Godot4, Texts>(&empty), Ok(texts));
    for value in [SomeKeys::None, SomeKeys::One(1), SomeKeys::Named { the_key: 2 }] {
        comes_back(&value, &mut back());
    }
    comes_back(&Alone { hp: 1, cached: 3 }, &mut back());
}

#[test]
fn they_are_none() {
    any_message();
    let fits = Fits { a: 1, b: None };
    let bytes = fits.to_variant_bytes::<Godot4>().unwrap();
    assert_eq!(Fits::from_variant_bytes::<Godot4>(&bytes), Ok(fits));
    let _ = (Numbers::A, Numbers::B, Numbers::C(1)).to_variant_bytes::<Godot4>();
    let _ = Serde { a: None, b: 1, rest: BTreeMap::new() }.to_variant_bytes::<Godot4>();
}
