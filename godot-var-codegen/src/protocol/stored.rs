//! How the parts of the model are stored that other crates define or that have a place.

#![expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes fields by reference"
)]

use godot_var_runtime::flat::{NumberType, Prefix};
use godot_var_runtime::variant::{Generation, VariantType};
use godot_var_schema::variant::model::Id;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{
    Caller, EnumForm, Form, Keys, Place, ReplicationMode, Style, Time, TransferMode, Type, WireType,
};

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

pub(crate) const fn yes() -> bool {
    true
}

pub(crate) const fn is_yes(value: &bool) -> bool {
    *value
}

/// A value that is stored as a word.
pub(crate) trait Word: Copy + 'static {
    fn all() -> Vec<(String, Self)>;
}

macro_rules! words {
    ($($ty:ident { $($word:literal => $value:ident),* })*) => {
        $(impl Word for $ty {
            fn all() -> Vec<(String, Self)> {
                vec![$(($word.to_owned(), Self::$value)),*]
            }
        })*
    };
}

words! {
    Form { "dictionary" => Dictionary, "array" => Array }
    Keys { "String" => String, "StringName" => StringName }
    Style { "named" => Named, "newtype" => Newtype, "tuple" => Tuple, "unit" => Unit }
    WireType {
        "String" => String, "StringName" => StringName, "NodePath" => NodePath, "Array" => Array,
        "int" => Int, "float" => Float, "f64" => Float64
    }
    Caller { "any_peer" => AnyPeer, "authority" => Authority }
    TransferMode {
        "reliable" => Reliable, "unreliable" => Unreliable,
        "unreliable_ordered" => UnreliableOrdered
    }
    ReplicationMode { "always" => Always, "on_change" => OnChange, "never" => Never }
    Generation { "Godot4" => Godot4, "Godot3" => Godot3 }
}

/// `u8`
impl Word for NumberType {
    fn all() -> Vec<(String, Self)> {
        use NumberType::{F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};
        let all = [U8, U16, U32, U64, I8, I16, I32, I64, F16, F32, F64];
        all.map(|number| (number.name().to_owned(), number)).into()
    }
}

/// `varint`, `u8`
impl Word for Prefix {
    fn all() -> Vec<(String, Self)> {
        let numbers = [NumberType::U8, NumberType::U16, NumberType::U32];
        let numbers = numbers.map(|number| (number.name().to_owned(), Self::Number(number)));
        [("varint".to_owned(), Self::Varint)].into_iter().chain(numbers).collect()
    }
}

/// `Vector3`
impl Word for VariantType {
    fn all() -> Vec<(String, Self)> {
        let all = (0..=u8::MAX).filter_map(|id| Self::from_id(id, Generation::Godot4));
        all.map(|kind| (kind.name(Generation::Godot4).to_owned(), kind)).collect()
    }
}

/// `Duration in ms`
impl Word for Time {
    fn all() -> Vec<(String, Self)> {
        let times = [false, true].into_iter().flat_map(|since_1970| {
            Self::UNITS.map(|(unit, nanoseconds)| Self { since_1970, unit, nanoseconds })
        });
        times.map(|time| (format!("{} in {}", time.type_name(), time.unit), time)).collect()
    }
}

pub(crate) mod word {
    use super::{Deserialize, Deserializer, Error, Serialize, Serializer, Word};

    pub(crate) fn serialize<T: Word + PartialEq, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let word = T::all().into_iter().find(|(_, other)| other == value).map(|(word, _)| word);
        word.unwrap_or_default().serialize(serializer)
    }

    pub(crate) fn deserialize<'de, T: Word, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        let given = String::deserialize(deserializer)?;
        let found = T::all().into_iter().find(|(word, _)| *word == given).map(|(_, value)| value);
        found.ok_or_else(|| D::Error::custom(format_args!("unknown word {given:?}")))
    }
}

/// The same, or nothing.
pub(crate) mod optional_word {
    use super::{Deserialize, Deserializer, Serialize, Serializer, Word, word};

    #[derive(Serialize, Deserialize)]
    #[serde(transparent, bound = "T: Word + PartialEq")]
    struct One<T: Word>(#[serde(with = "word")] T);

    pub(crate) fn serialize<T: Word + PartialEq, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.map(One).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, T: Word + PartialEq, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        Ok(Option::<One<T>>::deserialize(deserializer)?.map(|one| one.0))
    }
}

/// What the attribute of a schema sets. Its place is not stored.
pub(crate) mod without_place {
    use super::{Deserialize, Deserializer, Place, Serialize, Serializer};

    pub(crate) fn serialize<T: Serialize, S: Serializer>(
        value: &Option<(T, Place)>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(|(value, _)| value).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<(T, Place)>, D::Error> {
        Ok(Option::deserialize(deserializer)?.map(|value| (value, Place::default())))
    }
}

/// A type that always has one Variant type, by its Rust name: `i32`, `Vector3`, `double::Vector3`.
pub(crate) mod value {
    use godot_var_runtime::variant::{Bounds, VariantType};

    use super::{Deserialize, Deserializer, Error, Serialize, Serializer, Type};

    pub(crate) fn serialize<S: Serializer>(
        kind: &VariantType,
        bounds: &Bounds<'static>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let ty = Type::Value(*kind, *bounds);
        let name = ty.rust_name().unwrap_or_default();
        let is_double = *bounds == Bounds::F64 && *kind != VariantType::Float;
        format!("{}{name}", if is_double { "double::" } else { "" }).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<(VariantType, Bounds<'static>), D::Error> {
        let name = String::deserialize(deserializer)?;
        let single = name.strip_prefix("double::");
        let ty = Type::named(single.unwrap_or(&name));
        match if single.is_some() { ty.map(Type::doubled) } else { ty } {
            Some(Type::Value(kind, bounds)) => Ok((kind, bounds)),
            _ => Err(D::Error::custom(format_args!("unknown type {name:?}"))),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "EnumForm", rename_all = "snake_case")]
pub(crate) enum EnumFormData {
    Names,
    Numbers,
    External,
    Internal { tag: String },
    Adjacent { tag: String, content: String },
    Untagged,
    Ids,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Id", untagged)]
pub(crate) enum IdData {
    Int(i64),
    Text(String),
}
