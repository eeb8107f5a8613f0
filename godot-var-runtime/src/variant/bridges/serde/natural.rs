//! Values in the plain form that other programs expect in JSON: `{"id": 7, "pos": {"x": 1.0, …}}`.
//!
//! `serialize` and `deserialize` are for fields, `#[serde(with = "godot_var::bridges::natural")]`;
//! [`Natural`] is for whole values. Both work with every self-describing format.
//!
//! | Variant | Form |
//! |---|---|
//! | Nil, Callable | null |
//! | bool, int, float | true or false, a number |
//! | String, `StringName`, `NodePath` | a text |
//! | structures of 32 or 64 bits | their fields: `{"x": 1.0, "y": 2.0}` |
//! | RID, `ObjectId` | a number |
//! | Signal | `{"name": …, "object_id": …}` |
//! | Object | its properties, by name |
//! | Dictionary | a map; keys that are ints, floats or bools become texts |
//! | Array, packed arrays | a list |
//!
//! Lost: which type of a table row the value had, the declared types of containers, the class of an
//! object. In JSON, also NaN and infinities (null), and for many readers ints beyond 2^53.
//! `Variant`'s own `Serialize` keeps types and ints.
//!
//! Reading gives Nil, bool, int, float, String, Array and Dictionary. A number without fraction and
//! exponent is an int, up to the range of `i64`, and any other number a float; Godot's `JSON.parse`
//! makes every number a float. Bytes, which JSON does not have, become a `PackedByteArray`. Of
//! repeated keys the last counts.
//!
//! ```
//! use godot_var_runtime::variant::natural::Natural;
//! use godot_var_runtime::variant::{Dictionary, Variant, Vector2};
//!
//! let value: Variant = Dictionary::from_iter([
//!     ("id", Variant::from(7)),
//!     ("pos", Vector2::new(1.5, 2.0).into()),
//! ])
//! .into();
//! let text = serde_json::to_string(&Natural(&value))?;
//! assert_eq!(text, r#"{"id":7,"pos":{"x":1.5,"y":2.0}}"#);
//!
//! let Natural(back) = serde_json::from_str::<Natural<Variant>>(&text)?;
//! let back = back.as_dictionary().expect("a map");
//! assert_eq!(back.get("id"), Some(&Variant::Int(7)));
//! assert_eq!(back.get("pos").and_then(|pos| pos.as_dictionary()?.get("y")), Some(&Variant::Float(2.0)));
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # Errors
//! Writing: a Dictionary with keys that are not texts or numbers, or with two keys of the same
//! text. Reading: more than 128 nested containers, and the errors of the format.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::de::{self, DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde::ser::{self, SerializeMap};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::DEPTH;
use crate::variant::types::Generation;
use crate::variant::values::variant::{Array, Dictionary, Variant, match_double, match_variant};

/// A Variant in its plain form: serialize `Natural(&value)`, deserialize `Natural<Variant>`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Natural<T>(pub T);

impl Serialize for Natural<&Variant> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self.0, serializer)
    }
}

impl Serialize for Natural<Variant> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(&self.0, serializer)
    }
}

impl<'de> Deserialize<'de> for Natural<Variant> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize(deserializer).map(Natural)
    }
}

/// Writes a value in its plain form.
///
/// # Errors
/// Those of the [module](self), and of the format.
pub fn serialize<S: Serializer>(value: &Variant, serializer: S) -> Result<S::Ok, S::Error> {
    match_variant!(value, {
        reals v => v.serialize(serializer),
        packed_reals list => list.serialize(serializer),
        fixed v => v.serialize(serializer),
        packed_fixed list => list.serialize(serializer),
        numbers list => list.serialize(serializer),
        Variant::Nil | Variant::Callable(_) => serializer.serialize_unit(),
        Variant::Bool(truth) => serializer.serialize_bool(*truth),
        Variant::Int(number) => serializer.serialize_i64(*number),
        Variant::Float(number) => serializer.serialize_f64(*number),
        Variant::String(text) => serializer.serialize_str(text),
        Variant::StringName(name) => serializer.serialize_str(name.as_str()),
        Variant::NodePath(path) => serializer.collect_str(path),
        Variant::Rid(id) => serializer.serialize_u64(id.0),
        Variant::ObjectId(id) => serializer.serialize_u64(id.0),
        Variant::Signal(signal) => signal.serialize(serializer),
        Variant::Object(object) => {
            let properties = object.properties.iter();
            serializer.collect_map(properties.map(|(name, value)| (name, Natural(value))))
        }
        Variant::Dictionary(dictionary) => map(dictionary, serializer),
        Variant::Array(array) => serializer.collect_seq(array.elements.iter().map(Natural)),
        Variant::PackedStringArray(list) => list.serialize(serializer),
        Variant::Double(structure) => match_double!(
            &**structure,
            v => v.serialize(serializer),
            list => list.serialize(serializer)
        ),
    })
}

fn map<S: Serializer>(dictionary: &Dictionary, serializer: S) -> Result<S::Ok, S::Error> {
    // Texts are distinct, so only a key of another type can collide with one.
    let mut texts = dictionary
        .entries
        .iter()
        .any(|(key, _)| key.as_str().is_none())
        .then(BTreeSet::<String>::new);
    let mut map = serializer.serialize_map(Some(dictionary.entries.len()))?;
    for (key, value) in &dictionary.entries {
        let other = match key {
            Variant::String(_) | Variant::StringName(_) => None,
            Variant::Int(number) => Some(number.to_string()),
            Variant::Float(number) => Some(alloc::format!("{number:?}")),
            Variant::Bool(truth) => Some(truth.to_string()),
            _ => {
                return Err(ser::Error::custom(format_args!(
                    "a {} cannot be a key",
                    key.variant_type().name(Generation::Godot4)
                )));
            }
        };
        let text = key.as_str().or(other.as_deref()).unwrap_or_default();
        if let Some(texts) = &mut texts
            && !texts.insert(text.to_owned())
        {
            return Err(ser::Error::custom(format_args!("two keys become {text:?}")));
        }
        map.serialize_entry(text, &Natural(value))?;
    }
    map.end()
}

/// Reads a value from its plain form.
///
/// # Errors
/// Those of the [module](self), and of the format.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Variant, D::Error> {
    Inside(DEPTH).deserialize(deserializer)
}

/// Reads a value with at most this many nested containers.
#[derive(Clone, Copy)]
struct Inside(u32);

impl Inside {
    fn deeper<E: de::Error>(self) -> Result<Self, E> {
        match self.0.checked_sub(1) {
            Some(left) => Ok(Self(left)),
            None => Err(E::custom(format_args!("more than {DEPTH} nested containers"))),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Inside {
    type Value = Variant;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Variant, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Inside {
    type Value = Variant;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<Variant, E> {
        Ok(Variant::Nil)
    }

    fn visit_none<E>(self) -> Result<Variant, E> {
        Ok(Variant::Nil)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Variant, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Variant, D::Error> {
        // It takes as much stack as a container.
        self.deeper()?.deserialize(deserializer)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Variant, E> {
        Ok(Variant::Bool(truth))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Variant, E> {
        Ok(Variant::Int(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Variant, E> {
        Ok(i64::try_from(number).map_or(Variant::Float(number as f64), Variant::Int))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Variant, E> {
        Ok(Variant::Float(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Variant, E> {
        Ok(Variant::String(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Variant, E> {
        Ok(Variant::String(text))
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Variant, E> {
        Ok(Variant::PackedByteArray(bytes.to_vec()))
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Variant, E> {
        Ok(Variant::PackedByteArray(bytes))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Variant, A::Error> {
        let inside = self.deeper()?;
        let mut elements = Vec::new();
        while let Some(element) = list.next_element_seed(inside)? {
            elements.push(element);
        }
        Ok(Variant::Array(Array::new(elements)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Variant, A::Error> {
        let inside = self.deeper()?;
        let mut entries: Vec<(Variant, Variant)> = Vec::new();
        while let Some(key) = map.next_key_seed(inside)? {
            entries.push((key, map.next_value_seed(inside)?));
        }
        Ok(Variant::Dictionary(entries.into_iter().collect()))
    }
}
