//! The dynamic value: a Variant whose type is known only at run time.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

#[allow(clippy::wildcard_imports, reason = "the table names every structure")]
use crate::variant::types::math::*;
use crate::variant::types::{ElementType, NodePath, StringName, VariantType, forms, variant_types};

/// A handle of a server resource (`RID`).
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// | 0 | 8 | id | u64; in Godot 3 there is no payload, and the reader returns 0 |
///
/// (payload, after the 4-byte header)
///
/// # Source
/// The engines 3.2.3 and 4.6; agrees with `tests/vectors/godot3.jsonl` and `godot4.jsonl`.
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rid(pub u64);

/// An object as its instance id: the form that engines send by default.
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// | 0 | 8 | id | u64; the header has the flag 1<<16 |
///
/// (payload, after the 4-byte header)
///
/// Engines write a null object as Nil. A reader that expects an `ObjectId` reads it as the id 0.
///
/// # Errors
/// Reading: [`WrongType`](crate::DecodeErrorKind::WrongType) for an object with its properties.
///
/// # Source
/// The engines 3.2.3 and 4.6; agrees with `tests/vectors/godot3.jsonl` and `godot4.jsonl`.
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u64);

/// A function reference. It is encoded as a header without a payload. Godot 4 only.
///
/// # Source
/// The engine 4.6; agrees with `tests/vectors/godot4.jsonl`.
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Callable;

/// A signal of an object. Godot 4 only.
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// | 0 | 4 | length | u32: bytes of the name |
/// | 4 | length | name | UTF-8, zero padding to 4 |
/// | then | 8 | object id | u64 |
///
/// (payload, after the 4-byte header)
///
/// # Source
/// The engine 4.6; agrees with `tests/vectors/godot4.jsonl`.
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signal {
    /// The signal's name.
    pub name: String,
    /// The instance id of the object that declares it.
    pub object_id: ObjectId,
}

/// An encoded object ("full objects"): class name and properties, as data only.
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// | 0 | | class | a String payload: u32 byte length, UTF-8, zero padding to 4; empty: null, nothing follows |
/// | then | 4 | property count | u32 |
/// | then | | properties | each: name as a String payload, then a whole value |
///
/// (payload, after the 4-byte header, whose flag 1<<16 is not set)
///
/// Readers accept it only if [`Limits::objects`](crate::Limits::objects) allows it. They never
/// execute anything.
///
/// # Errors
/// Reading: [`ObjectRefused`](crate::DecodeErrorKind::ObjectRefused) if the limits do not allow it.
///
/// # Source
/// The engines 3.2.3 and 4.6; agrees with `tests/vectors/godot3.jsonl` and `godot4.jsonl`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// The engine class; never empty in a message.
    pub class: String,
    /// The stored properties in their order.
    pub properties: Vec<(String, Variant)>,
}

/// A list of values; typed if [`element_type`](Self::element_type) is set.
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// | 0 | | element type | see [`ElementType`]; only if bits 16 and 17 of the header have its kind |
/// | then | 4 | count | u32; the top bit is ignored |
/// | then | | elements | each a whole value |
///
/// (payload, after the 4-byte header)
///
/// # Errors
/// Reading: [`LimitExceeded`](crate::DecodeErrorKind::LimitExceeded) and
/// [`TooDeep`](crate::DecodeErrorKind::TooDeep) above the [`Limits`](crate::Limits),
/// [`Incomplete`](crate::DecodeErrorKind::Incomplete) for a count that the bytes cannot hold.
///
/// # Source
/// The engines 3.2.3 and 4.6; agrees with `tests/vectors/godot3.jsonl` and `godot4.jsonl`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Array {
    /// The values.
    pub elements: Vec<Variant>,
    /// The declared type: set by readers, written if set. Godot 4.3 and later.
    pub element_type: Option<Box<ElementType>>,
}

impl Array {
    /// An untyped array.
    pub const fn new(elements: Vec<Variant>) -> Self {
        Self { elements, element_type: None }
    }
}

impl FromIterator<Variant> for Array {
    fn from_iter<I: IntoIterator<Item = Variant>>(elements: I) -> Self {
        Self::new(elements.into_iter().collect())
    }
}

/// The declared types of a typed Dictionary (Godot 4.4 and later).
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DictionaryType {
    /// The declared type of the keys.
    pub key: Option<ElementType>,
    /// The declared type of the values.
    pub value: Option<ElementType>,
}

/// Key-value pairs in insertion order, as in the engine.
///
/// Keys are compared as in the engine: a String equals a StringName of the same text, NaN equals
/// NaN, an int never equals a float. Structures are equal if their numbers are, whether they were
/// encoded in 32 bits or in 64.
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// | 0 | | key type, value type | see [`ElementType`]; only if bits 16 to 19 of the header have their kinds |
/// | then | 4 | count | u32: pairs; the top bit is ignored |
/// | then | | pairs | key, value: each a whole value |
///
/// (payload, after the 4-byte header)
///
/// # Errors
/// As for [`Array`].
///
/// # Source
/// The engines 3.2.3 and 4.6; agrees with `tests/vectors/godot3.jsonl` and `godot4.jsonl`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dictionary {
    /// The pairs. Readers keep one pair for each key.
    pub entries: Vec<(Variant, Variant)>,
    /// The declared types: set by readers, written if set. Godot 4.4 and later.
    pub types: Option<Box<DictionaryType>>,
}

impl Dictionary {
    /// An empty, untyped dictionary.
    pub const fn new() -> Self {
        Self { entries: Vec::new(), types: None }
    }

    /// Returns the value of a text key.
    pub fn get(&self, key: &str) -> Option<&Variant> {
        self.entries
            .iter()
            .find_map(|(found, value)| (found.as_str() == Some(key)).then_some(value))
    }

    /// Sets the value of a key: replaces the value of an existing key, or adds a pair at the end.
    pub fn insert(&mut self, key: impl Into<Variant>, value: impl Into<Variant>) {
        let key = key.into();
        match self.entries.iter_mut().find(|(found, _)| found.compare_key(&key) == Ordering::Equal)
        {
            Some((_, slot)) => *slot = value.into(),
            None => self.entries.push((key, value.into())),
        }
    }

    /// Keeps one entry for each key: the last value at the position of the first, as the engine
    /// does.
    pub(crate) fn remove_repeated_keys(&mut self) {
        let entries = &mut self.entries;
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.sort_by(|&a, &b| match (entries.get(a), entries.get(b)) {
            (Some(a), Some(b)) => a.0.compare_key(&b.0),
            _ => Ordering::Equal,
        });
        let mut repeated = Vec::new();
        for group in order.chunk_by(|&a, &b| match (entries.get(a), entries.get(b)) {
            (Some(a), Some(b)) => a.0.compare_key(&b.0) == Ordering::Equal,
            _ => false,
        }) {
            // The sort is stable: a group runs from the first occurrence to the last.
            if let [first, .., last] = group {
                repeated.push((*first, *last));
            }
        }
        if repeated.is_empty() {
            return;
        }
        let mut gone = alloc::vec![false; entries.len()];
        for group in order.chunk_by(|&a, &b| match (entries.get(a), entries.get(b)) {
            (Some(a), Some(b)) => a.0.compare_key(&b.0) == Ordering::Equal,
            _ => false,
        }) {
            for later in group.iter().skip(1) {
                if let Some(slot) = gone.get_mut(*later) {
                    *slot = true;
                }
            }
        }
        for (first, last) in repeated {
            let value = match entries.get_mut(last) {
                Some((_, value)) => core::mem::take(value),
                None => continue,
            };
            if let Some((_, slot)) = entries.get_mut(first) {
                *slot = value;
            }
        }
        let mut position = 0;
        entries.retain(|_| {
            let keep = gone.get(position) == Some(&false);
            position += 1;
            keep
        });
    }
}

impl<K: Into<Variant>, V: Into<Variant>> FromIterator<(K, V)> for Dictionary {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let entries = pairs.into_iter().map(|(k, v)| (k.into(), v.into())).collect();
        let mut dictionary = Self { entries, types: None };
        dictionary.remove_repeated_keys();
        dictionary
    }
}

macro_rules! double_structures {
    (
        []
        reals { $($real:ident[$n:literal] $($packed:ident)?;)* }
        $($other:tt)*
    ) => {
        /// A structure with 64-bit components, as written by double-precision builds.
        #[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs, reason = "each member is the structure of its name")]
        pub enum DoubleStructure {
            $($real(double::$real),)*
            $($($packed(Vec<double::$real>),)?)*
        }

        impl DoubleStructure {
            /// The type of the structure.
            pub(crate) const fn variant_type(&self) -> VariantType {
                match self {
                    $(
                        Self::$real(_) => VariantType::$real,
                        $(Self::$packed(_) => VariantType::$packed,)?
                    )*
                }
            }
        }
    };
}

forms! { double_structures [] }

/// A match on a [`Variant`] with one arm for all types of a form, then arms for other types. See [`forms`].
#[doc(hidden)]
#[macro_export]
macro_rules! match_variant {
    ($value:expr, {
        reals $real:ident => $reals:expr,
        packed_reals $real_list:ident => $packed_reals:expr,
        fixed $fixed:ident => $fixeds:expr,
        packed_fixed $fixed_list:ident => $packed_fixeds:expr,
        numbers $list:ident => $numbers:expr,
        $($arms:tt)*
    }) => {
        $crate::forms! {
            $crate::match_forms [
                $value, $real => $reals, $real_list => $packed_reals, $fixed => $fixeds,
                $fixed_list => $packed_fixeds, $list => $numbers, { $($arms)* }
            ]
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! match_forms {
    (
        [
            $value:expr, $real:ident => $reals:expr, $real_list:ident => $packed_reals:expr,
            $fixed:ident => $fixeds:expr, $fixed_list:ident => $packed_fixeds:expr,
            $list:ident => $numbers:expr, { $($arms:tt)* }
        ]
        reals { $($r:ident[$rn:literal] $($rp:ident)?;)* }
        fixed { $($f:ident[$c:ty; $fn:literal] $($fp:ident)?;)* }
        numbers { $($n:ident($element:ty);)* }
    ) => {
        match $value {
            $(Variant::$r($real) => $reals, $(Variant::$rp($real_list) => $packed_reals,)?)*
            $(Variant::$f($fixed) => $fixeds, $(Variant::$fp($fixed_list) => $packed_fixeds,)?)*
            $(Variant::$n($list) => $numbers,)*
            $($arms)*
        }
    };
}

/// One expression for every structure of 64-bit components, and one for every list of them.
#[doc(hidden)]
#[macro_export]
macro_rules! match_double {
    ($value:expr, $structure:ident => $single:expr, $list:ident => $packed:expr) => {
        $crate::forms! {
            $crate::match_double_forms [$value, $structure => $single, $list => $packed]
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! match_double_forms {
    (
        [$value:expr, $structure:ident => $single:expr, $list:ident => $packed:expr]
        reals { $($real:ident[$n:literal] $($real_list:ident)?;)* }
        $($other:tt)*
    ) => {
        match $value {
            $(
                $crate::variant::DoubleStructure::$real($structure) => $single,
                $($crate::variant::DoubleStructure::$real_list($list) => $packed,)?
            )*
        }
    };
}

pub(in crate::variant) use {match_double, match_variant};

macro_rules! values {
    (
        $(#[$nil_doc:meta])* Nil: $nil3:tt $nil_name3:literal, $nil4:tt $nil_name4:literal, $nil:expr;
        $(
            $(#[$doc:meta])*
            $name:ident($content:ident $(<$of:ident>)?) $(or $other:ident($other_content:ident))?:
                $godot3:tt $name3:literal, $godot4:tt $name4:literal, $payload:expr
                $(, since $since:literal)?;
        )*
    ) => {
        /// A Godot value of any type.
        ///
        /// Floats compare as IEEE numbers: NaN differs from itself, 0.0 equals -0.0.
        /// [`identical`](Self::identical) compares by bits.
        ///
        /// In a [`Double`](crate::variant::Double) dialect readers return structures, and packed arrays of
        /// 64-bit components, as [`Variant::Double`], so that no bit is lost. The other cases hold 32-bit
        /// components.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub enum Variant {
            #[default]
            $(#[$nil_doc])*
            Nil,
            $(
                $(
                    /// An object as its instance id.
                    $other($other_content),
                )?
                $(#[$doc])*
                $name($content $(<$of>)?),
            )*
            /// A structure, or a packed array of structures, with 64-bit components.
            Double(Box<DoubleStructure>),
        }

        impl Variant {
            /// The type of this value.
            pub fn variant_type(&self) -> VariantType {
                match self {
                    Self::Nil => VariantType::Nil,
                    $(
                        Self::$name(_) => VariantType::$name,
                        $(Self::$other(_) => VariantType::$name,)?
                    )*
                    Self::Double(structure) => structure.variant_type(),
                }
            }
        }

        $(
            from!($content $(<$of>)? => $name);
            $(from!($other_content => $other);)?
        )*
    };
}

macro_rules! from {
    (Box<$type:ident> => $member:ident) => {
        from!($type => $member);
    };
    ($type:ty => $member:ident) => {
        impl From<$type> for Variant {
            fn from(value: $type) -> Self {
                Self::$member(value.into())
            }
        }
    };
}

variant_types! { values }

from!(Box<DoubleStructure> => Double);
from!(i8 => Int);
from!(i16 => Int);
from!(i32 => Int);
from!(u8 => Int);
from!(u16 => Int);
from!(u32 => Int);
from!(f32 => Float);
from!(&str => String);
from!(Cow<'_, str> => String);

impl Variant {
    /// Whether this is Nil.
    pub fn is_nil(&self) -> bool {
        matches!(self, Self::Nil)
    }

    /// Returns the text of a String or StringName.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            Self::StringName(name) => Some(&name.0),
            _ => None,
        }
    }

    /// Returns the number of an int.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the number of a float or an int; GDScript accepts an int as a float, too.
    pub fn as_float(&self) -> Option<f64> {
        match self {
            Self::Float(number) => Some(*number),
            Self::Int(number) => Some(*number as f64),
            _ => None,
        }
    }

    /// Returns the value of a bool.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// Returns the elements of an Array.
    pub fn as_array(&self) -> Option<&[Self]> {
        match self {
            Self::Array(array) => Some(&array.elements),
            _ => None,
        }
    }

    /// The number of elements of an Array or a packed array.
    #[doc(hidden)]
    pub fn list_len(&self) -> Option<usize> {
        Some(match_variant!(self, {
            reals _structure => return None,
            packed_reals list => list.len(),
            fixed _structure => return None,
            packed_fixed list => list.len(),
            numbers list => list.len(),
            Self::Array(array) => array.elements.len(),
            Self::PackedStringArray(list) => list.len(),
            Self::Double(structure) => {
                match_double!(&**structure, _v => return None, list => list.len())
            }
            _ => return None,
        }))
    }

    /// Returns the Dictionary.
    pub fn as_dictionary(&self) -> Option<&Dictionary> {
        match self {
            Self::Dictionary(dictionary) => Some(dictionary),
            _ => None,
        }
    }
}

impl From<()> for Variant {
    fn from((): ()) -> Self {
        Self::Nil
    }
}

impl From<Vec<Self>> for Variant {
    fn from(elements: Vec<Self>) -> Self {
        Self::Array(Array::new(elements))
    }
}

impl<T: Into<Self>> From<Option<T>> for Variant {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nil, Into::into)
    }
}
