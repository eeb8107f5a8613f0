//! serde's `Serialize` and `Deserialize` for the types that do not derive them.
//!
//! A [`Variant`] is a serde enum with the variants of [`Variant`], whose containers are tuples of their parts: JSON has
//! `{"Int":7}`, and keeps all but NaN and infinities. [`natural`](crate::variant::natural) is the plain form, which other programs
//! expect in JSON.

mod compact;
pub mod natural;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Limits;
use crate::variant::types::Generation;
use crate::variant::types::VariantType;
use crate::variant::values::packed_view::{PackedElement, PackedView};
use crate::variant::values::variant::{Array, Dictionary, Object, Variant};

/// The maximum number of nested containers in a value. serde cannot pass the caller's limits, so
/// the default applies.
const DEPTH: u32 = Limits::DEFAULT.depth;

impl Serialize for Variant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        compact::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Variant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        compact::deserialize(deserializer)
    }
}

macro_rules! containers {
    ($($type:ident),*) => { $(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                compact::Parts(self).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                compact::deserialize_container::<D, Self>(deserializer)
            }
        }
    )* };
}

containers!(Array, Dictionary, Object);

/// Serializes the list of its elements.
impl<T: PackedElement + Serialize> Serialize for PackedView<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

/// Serializes the name in Godot 4; in binary formats the id in Godot 4.
impl Serialize for VariantType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.serialize_str(self.name(Generation::Godot4));
        }
        match self.id(Generation::Godot4) {
            Some(id) => serializer.serialize_u8(id),
            None => Err(serde::ser::Error::custom("Godot 4 has no such type")),
        }
    }
}

impl<'de> Deserialize<'de> for VariantType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;

        impl Visitor<'_> for Name {
            type Value = VariantType;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a type of Godot 4")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<VariantType, E> {
                VariantType::from_name(name, Generation::Godot4)
                    .ok_or_else(|| E::invalid_value(de::Unexpected::Str(name), &self))
            }
        }

        if deserializer.is_human_readable() {
            return deserializer.deserialize_str(Name);
        }
        let id = u8::deserialize(deserializer)?;
        Self::from_id(id, Generation::Godot4).ok_or_else(|| {
            de::Error::invalid_value(de::Unexpected::Unsigned(id.into()), &"the id of a type")
        })
    }
}

/// Makes a dictionary of pairs from outside; `None` if a key is repeated.
fn distinct(entries: Vec<(Variant, Variant)>) -> Option<Dictionary> {
    let count = entries.len();
    let dictionary: Dictionary = entries.into_iter().collect();
    (dictionary.entries.len() == count).then_some(dictionary)
}

/// Makes an object; `None` without a class.
fn with_class(class: String, properties: Vec<(String, Variant)>) -> Option<Box<Object>> {
    (!class.is_empty()).then(|| Box::new(Object { class, properties }))
}
