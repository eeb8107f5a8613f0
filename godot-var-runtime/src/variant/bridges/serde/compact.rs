//! The form of a [`Variant`]: an enum of serde.
//!
//! Its variants have the names, the order and the contents of those of [`Variant`]. Containers
//! are tuples: an Array of its elements and its declared type, a Dictionary of its pairs and its
//! declared types, an Object of its class and its properties.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, DeserializeSeed, EnumAccess, SeqAccess, VariantAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{DEPTH, distinct, with_class};
use crate::variant::types::{forms, variant_types};
use crate::variant::values::variant::{
    Array, Callable, Dictionary, DictionaryType, Object, Variant,
};

/// A container as the tuple of its parts.
pub(super) struct Parts<'a, T>(pub(super) &'a T);

impl Serialize for Parts<'_, Array> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut parts = serializer.serialize_tuple(2)?;
        parts.serialize_element(&self.0.elements)?;
        parts.serialize_element(&self.0.element_type)?;
        parts.end()
    }
}

impl Serialize for Parts<'_, Dictionary> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut parts = serializer.serialize_tuple(2)?;
        parts.serialize_element(&self.0.entries)?;
        parts.serialize_element(&self.0.types)?;
        parts.end()
    }
}

impl Serialize for Parts<'_, Object> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut parts = serializer.serialize_tuple(2)?;
        parts.serialize_element(&self.0.class)?;
        parts.serialize_element(&self.0.properties)?;
        parts.end()
    }
}

macro_rules! members {
    ($(
        $(#[$doc:meta])*
        $name:ident $(($($content:tt)*))? $(or $other:ident($($other_content:tt)*))?:
            $godot3:tt $name3:literal, $godot4:tt $name4:literal, $payload:expr
            $(, since $since:literal)?;
    )*) => {
        /// The variants.
        #[derive(Clone, Copy, Deserialize)]
        #[serde(variant_identifier)]
        enum Member {
            $($($other,)? $name,)*
            Double,
        }

        const NAMES: &[&str] = &[$($(stringify!($other),)? stringify!($name),)* "Double"];

        impl Member {
            const fn name(self) -> &'static str {
                match self {
                    $($(Self::$other => stringify!($other),)? Self::$name => stringify!($name),)*
                    Self::Double => "Double",
                }
            }
        }
    };
}

variant_types! { members }

/// Both directions, for the variants whose contents implement serde's traits.
macro_rules! plain {
    (
        [$($single:ident)*]
        reals { $($real:ident[$rn:literal] $($real_list:ident)?;)* }
        fixed { $($fixed:ident[$component:ty; $fn:literal] $($fixed_list:ident)?;)* }
        numbers { $($list:ident($number:ty);)* }
    ) => {
        plain! {
            $($single)* $($real $($real_list)?)* $($fixed $($fixed_list)?)* $($list)*
        }
    };
    ($($member:ident)*) => {
        pub(super) fn serialize<S: Serializer>(
            value: &Variant,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            fn newtype<S: Serializer, T: Serialize + ?Sized>(
                serializer: S,
                member: Member,
                content: &T,
            ) -> Result<S::Ok, S::Error> {
                let (index, name) = (member as u32, member.name());
                serializer.serialize_newtype_variant("Variant", index, name, content)
            }
            match value {
                Variant::Nil => {
                    serializer.serialize_unit_variant("Variant", Member::Nil as u32, "Nil")
                }
                Variant::Callable(_) => {
                    let member = Member::Callable;
                    serializer.serialize_unit_variant("Variant", member as u32, member.name())
                }
                Variant::Array(array) => newtype(serializer, Member::Array, &Parts(array)),
                Variant::Dictionary(dictionary) => {
                    newtype(serializer, Member::Dictionary, &Parts(dictionary))
                }
                Variant::Object(object) => newtype(serializer, Member::Object, &Parts(&**object)),
                $(Variant::$member(content) => newtype(serializer, Member::$member, content),)*
            }
        }

        impl<'de> Visitor<'de> for Depth<Variant> {
            type Value = Variant;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a Variant")
            }

            fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Variant, A::Error> {
                let (member, content) = data.variant::<Member>()?;
                Ok(match member {
                    Member::Nil => {
                        content.unit_variant()?;
                        Variant::Nil
                    }
                    Member::Callable => {
                        content.unit_variant()?;
                        Variant::Callable(Callable)
                    }
                    Member::Array => {
                        Variant::Array(content.newtype_variant_seed(self.inside::<Array, A::Error>()?)?)
                    }
                    Member::Dictionary => Variant::Dictionary(
                        content.newtype_variant_seed(self.inside::<Dictionary, A::Error>()?)?,
                    ),
                    Member::Object => {
                        Variant::from(content.newtype_variant_seed(self.inside::<Object, A::Error>()?)?)
                    }
                    $(Member::$member => Variant::$member(content.newtype_variant()?),)*
                })
            }
        }
    };
}

forms! {
    plain [Bool Int Float String StringName NodePath Rid ObjectId Signal PackedStringArray Double]
}

/// Reads a `T` with at most this many nested containers.
pub(super) struct Depth<T> {
    left: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> Depth<T> {
    const fn new(left: u32) -> Self {
        Self { left, of: PhantomData }
    }

    /// The same depth for another type.
    const fn of<U>(&self) -> Depth<U> {
        Depth::new(self.left)
    }

    /// The depth within a container.
    fn inside<U, E: de::Error>(&self) -> Result<Depth<U>, E> {
        match self.left.checked_sub(1) {
            Some(left) => Ok(Depth::new(left)),
            None => Err(E::custom(format_args!("more than {DEPTH} nested containers"))),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Depth<Variant> {
    type Value = Variant;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Variant, D::Error> {
        deserializer.deserialize_enum("Variant", NAMES, self)
    }
}

/// A list: it grows with the elements that arrive, not with the length that the format promises.
impl<'de, T> Visitor<'de> for Depth<Vec<T>>
where
    Depth<T>: DeserializeSeed<'de, Value = T>,
{
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = list.next_element_seed(self.of::<T>())? {
            elements.push(element);
        }
        Ok(elements)
    }
}

impl<'de, T> DeserializeSeed<'de> for Depth<Vec<T>>
where
    Depth<T>: DeserializeSeed<'de, Value = T>,
{
    type Value = Vec<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> DeserializeSeed<'de> for Depth<String> {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        String::deserialize(deserializer)
    }
}

macro_rules! tuples {
    ($($type:ty, $what:literal, $first:ty, $list:ident, $visitor:ident => $rest:expr;)+) => { $(
        impl<'de> Visitor<'de> for Depth<$type> {
            type Value = $type;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($what)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut $list: A) -> Result<$type, A::Error> {
                let $visitor = &self;
                let first = $list
                    .next_element_seed(self.of::<$first>())?
                    .ok_or_else(|| de::Error::invalid_length(0, &self))?;
                let rest: Result<Option<$type>, A::Error> = $rest(first);
                rest?.ok_or_else(|| de::Error::invalid_length(1, &self))
            }
        }

        impl<'de> DeserializeSeed<'de> for Depth<$type> {
            type Value = $type;

            fn deserialize<D: Deserializer<'de>>(
                self,
                deserializer: D,
            ) -> Result<$type, D::Error> {
                deserializer.deserialize_tuple(2, self)
            }
        }
    )+ };
}

tuples! {
    (Variant, Variant), "a key and a value", Variant, list, depth => |key| {
        Ok(list.next_element_seed(depth.of::<Variant>())?.map(|value| (key, value)))
    };
    (String, Variant), "a name and a value", String, list, depth => |name| {
        Ok(list.next_element_seed(depth.of::<Variant>())?.map(|value| (name, value)))
    };
    Array, "the elements and the type of an Array", Vec<Variant>, list, _depth => |elements| {
        Ok(list.next_element()?.map(|element_type| Array { elements, element_type }))
    };
    Dictionary, "the pairs and the types of a Dictionary", Vec<(Variant, Variant)>,
    list, _depth => |pairs| {
        let Some(mut dictionary) = distinct(pairs) else {
            return Err(de::Error::custom("a key is repeated"));
        };
        Ok(list.next_element()?.map(|types: Option<Box<DictionaryType>>| {
            // Without both types a Dictionary is not typed, as in the encoding.
            dictionary.types = types.filter(|types| **types != DictionaryType::default());
            dictionary
        }))
    };
    Object, "the class and the properties of an Object", String, list, depth => |class| {
        let Some(properties) = list.next_element_seed(depth.of::<Vec<(String, Variant)>>())? else {
            return Ok(None);
        };
        match with_class(class, properties) {
            Some(object) => Ok(Some(*object)),
            None => Err(de::Error::custom("a class has a name")),
        }
    };
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Variant, D::Error> {
    Depth::<Variant>::new(DEPTH).deserialize(deserializer)
}

pub(super) fn deserialize_container<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    Depth<T>: DeserializeSeed<'de, Value = T>,
{
    // The container itself counts as the first.
    Depth::<T>::new(DEPTH - 1).deserialize(deserializer)
}
