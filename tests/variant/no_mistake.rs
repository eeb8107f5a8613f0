//! Valid code that looks like the mistakes in `tests/compile-errors/tests/ui`.
use std::collections::BTreeMap;

use godot_var::{
    DecodeError, Dialect, EncodeError, FromVariantBytes, Godot3, Godot4, GodotVar, ToVariantBytes,
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

#[test]
fn they_are_none() {
    any_message();
    let fits = Fits { a: 1, b: None };
    let bytes = fits.to_variant_bytes::<Godot4>().unwrap();
    assert_eq!(Fits::from_variant_bytes::<Godot4>(&bytes), Ok(fits));
    let _ = (Numbers::A, Numbers::B, Numbers::C(1)).to_variant_bytes::<Godot4>();
    let _ = Serde { a: None, b: 1, rest: BTreeMap::new() }.to_variant_bytes::<Godot4>();
}
