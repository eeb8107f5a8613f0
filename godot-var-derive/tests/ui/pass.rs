//! What looks like the mistakes beside it, and is none.
use std::collections::BTreeMap;

use godot_var::{FromVariantBytes, Godot4, GodotVar, ToVariantBytes};

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

fn main() {
    let fits = Fits { a: 1, b: None };
    let bytes = fits.to_variant_bytes::<Godot4>().unwrap();
    assert_eq!(Fits::from_variant_bytes::<Godot4>(&bytes), Ok(fits));
    let _ = (Numbers::A, Numbers::B, Numbers::C(1)).to_variant_bytes::<Godot4>();
    let _ = Serde { a: None, b: 1, rest: BTreeMap::new() }.to_variant_bytes::<Godot4>();
}
