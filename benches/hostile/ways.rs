//! Other ways to read a value than into a new one: in place, borrowed, one of several, and as the
//! dynamic value that is held against a layout.

use std::collections::HashMap;

use godot_var::EncodeVariant;
use godot_var::dialect::Generation;
use godot_var::layout::Describe;
use godot_var::{FromVariantBytes, Godot4, GodotVar, Reader, Variant};
use godot_var_codegen::inspect::fits;

use crate::hostile::{Flat, Optional, Read, Tagged, Tree, Untagged};

/// A record that holds itself, and borrows all its texts.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct Borrowed<'a> {
    #[godot_var(default, alias = "a")]
    name: Option<&'a str>,
    #[godot_var(default)]
    list: Vec<Borrowed<'a>>,
    #[godot_var(default)]
    next: Option<Box<Borrowed<'a>>>,
}

/// What reads the messages of the benchmark, by name.
pub(crate) const READERS: [(&str, Read); 14] = [
    ("Tree, in place", in_place::<Tree>),
    ("Flat, in place", in_place::<Flat>),
    ("Tagged, in place", in_place::<Tagged>),
    ("Vec<String>, in place", in_place::<Vec<String>>),
    ("HashMap, in place", in_place::<HashMap<String, Variant>>),
    ("Borrowed", |bytes| drop(Borrowed::from_variant_bytes::<Godot4>(bytes))),
    ("Vec<&str>", |bytes| drop(Vec::<&str>::from_variant_bytes::<Godot4>(bytes))),
    ("Variant, several", several::<Variant>),
    ("Tree, several", several::<Tree>),
    ("Untagged, several", several::<Untagged>),
    ("fits, Tree", held_against::<Tree>),
    ("fits, Tagged", held_against::<Tagged>),
    ("fits, Untagged", held_against::<Untagged>),
    ("fits, Optional", held_against::<Optional>),
];

/// Reads a value, and another in its place.
fn in_place<T: for<'de> FromVariantBytes<'de>>(bytes: &[u8]) {
    if let Ok(mut place) = T::from_variant_bytes::<Godot4>(bytes) {
        drop(T::from_variant_bytes_in_place::<Godot4>(bytes, &mut place));
    }
}

/// Reads values one after the other, as far as they can be read: those in the container that a message
/// is.
fn several<T: for<'de> FromVariantBytes<'de>>(bytes: &[u8]) {
    let mut reader = Reader::new(bytes.get(8..).unwrap_or_default());
    while T::read_variant_bytes::<Godot4>(&mut reader).is_ok() {}
}

/// Reads any value, and asks whether a layout has it.
fn held_against<T: EncodeVariant<Godot4>>(bytes: &[u8]) {
    if let Ok(value) = Variant::from_variant_bytes::<Godot4>(bytes) {
        drop(fits(<T as Describe>::LAYOUT, &value, Generation::Godot4));
    }
}
