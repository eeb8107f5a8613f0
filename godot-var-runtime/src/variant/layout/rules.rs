//! The rules for readers: which Variant types and values they accept for a layout.
//!
//! The typed readers take their bounds from here. [`fits`](crate::variant::fits) applies the same
//! rules to dynamic values, and the generators print them for other programs. To change what
//! readers tolerate, change it here once.

use super::sentence::Sentence;
use super::{EnumerationForm, TypeLayout};
use crate::variant::types::{Component, Generation, VariantType};

/// The largest whole number, positive or negative, that readers accept as a float: up to here a
/// float holds every whole number.
pub const LARGEST_WHOLE_FLOAT: i64 = 1 << 53;

/// A second in nanoseconds: the unit of a time that is a float.
pub(crate) const SECOND: u32 = 1_000_000_000;

/// The range of ints that a float holds exactly, for errors.
const WHOLE_FLOATS: Sentence = {
    let most = LARGEST_WHOLE_FLOAT.unsigned_abs();
    Sentence::new().text("int from -").number(most).text(" to ").number(most)
};

/// The int that a float equals, if it has no fraction and is within [`LARGEST_WHOLE_FLOAT`].
#[inline]
pub const fn whole(value: f64) -> Option<i64> {
    let int = value as i64;
    if int as f64 == value && int.unsigned_abs() <= LARGEST_WHOLE_FLOAT.unsigned_abs() {
        Some(int)
    } else {
        None
    }
}

/// Rounds a 64-bit float to the nearest 32-bit float; `None` if a finite number would become
/// infinite.
#[inline]
pub const fn single(value: f64) -> Option<f32> {
    let single = value as f32;
    if single.is_infinite() && value.is_finite() { None } else { Some(single) }
}

/// The smallest number that [`single`] refuses: halfway between the largest 32-bit float and the next power of two.
pub const TOO_LARGE_FOR_SINGLE: f64 = f32::MAX as f64 + (1_u128 << 103) as f64;
const _: () = assert!(
    single(TOO_LARGE_FOR_SINGLE).is_none() && single(TOO_LARGE_FOR_SINGLE.next_down()).is_some()
);

/// The Rust type, or the rule, that restricts the values of a Variant type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds<'l> {
    /// No restriction.
    None,
    /// 0 or 1.
    Bool,
    /// The range of `i8`.
    I8,
    /// The range of `i16`.
    I16,
    /// The range of `i32`.
    I32,
    /// The range of `i64`.
    I64,
    /// The range of `u8`.
    U8,
    /// The range of `u16`.
    U16,
    /// The range of `u32`.
    U32,
    /// The range of `u64`, up to Godot's largest int.
    U64,
    /// The range of `i8` without 0.
    NonZeroI8,
    /// The range of `i16` without 0.
    NonZeroI16,
    /// The range of `i32` without 0.
    NonZeroI32,
    /// The range of `i64` without 0.
    NonZeroI64,
    /// The range of `u8` without 0.
    NonZeroU8,
    /// The range of `u16` without 0.
    NonZeroU16,
    /// The range of `u32` without 0.
    NonZeroU32,
    /// The range of `u64` without 0.
    NonZeroU64,
    /// Floats, or reals, of 32 bits.
    F32,
    /// Floats, or reals, of 64 bits.
    F64,
    /// A `Duration` in units of so many nanoseconds.
    Duration(u32),
    /// A `SystemTime` in units of so many nanoseconds since 1970-01-01 00:00 UTC.
    SystemTime(u32),
    /// One character.
    Char,
    /// A text that the type converts back unchanged.
    Text,
    /// The values that a type of another crate accepts; this crate does not know them.
    Other(&'l str),
}

impl<'l> Bounds<'l> {
    /// The name of the Rust type.
    pub const fn name(self) -> &'l str {
        match self {
            Self::None => "",
            Self::Bool => "bool",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::NonZeroI8 => "NonZeroI8",
            Self::NonZeroI16 => "NonZeroI16",
            Self::NonZeroI32 => "NonZeroI32",
            Self::NonZeroI64 => "NonZeroI64",
            Self::NonZeroU8 => "NonZeroU8",
            Self::NonZeroU16 => "NonZeroU16",
            Self::NonZeroU32 => "NonZeroU32",
            Self::NonZeroU64 => "NonZeroU64",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::Duration(SECOND) => "Duration in s",
            Self::Duration(1_000_000) => "Duration in ms",
            Self::Duration(_) => "Duration in us",
            Self::SystemTime(SECOND) => "SystemTime in s",
            Self::SystemTime(1_000_000) => "SystemTime in ms",
            Self::SystemTime(_) => "SystemTime in us",
            Self::Char => "char",
            Self::Text => "text",
            Self::Other(name) => name,
        }
    }

    /// The ints of the Rust type that Godot's `int` can hold: the smallest and the largest.
    pub const fn range(self) -> Option<(i64, i64)> {
        Some(match self {
            Self::Bool => (0, 1),
            Self::I8 | Self::NonZeroI8 => (i8::MIN as i64, i8::MAX as i64),
            Self::I16 | Self::NonZeroI16 => (i16::MIN as i64, i16::MAX as i64),
            Self::I32 | Self::NonZeroI32 => (i32::MIN as i64, i32::MAX as i64),
            Self::Duration(SECOND) | Self::SystemTime(SECOND) => return None,
            Self::I64 | Self::NonZeroI64 | Self::SystemTime(_) => (i64::MIN, i64::MAX),
            Self::U8 => (0, u8::MAX as i64),
            Self::U16 => (0, u16::MAX as i64),
            Self::U32 => (0, u32::MAX as i64),
            Self::U64 | Self::Duration(_) => (0, i64::MAX),
            Self::NonZeroU8 => (1, u8::MAX as i64),
            Self::NonZeroU16 => (1, u16::MAX as i64),
            Self::NonZeroU32 => (1, u32::MAX as i64),
            Self::NonZeroU64 => (1, i64::MAX),
            _ => return None,
        })
    }

    /// Whether the Rust type excludes 0, which its range may include.
    pub const fn lacks_zero(self) -> bool {
        matches!(
            self,
            Self::NonZeroI8
                | Self::NonZeroI16
                | Self::NonZeroI32
                | Self::NonZeroI64
                | Self::NonZeroU8
                | Self::NonZeroU16
                | Self::NonZeroU32
                | Self::NonZeroU64
        )
    }

    /// Whether the Rust type can hold the int, if it holds only ints.
    pub const fn hold(self, int: i64) -> bool {
        self.within(int, self.range())
    }

    /// Whether a field of the Rust type that is encoded as an int accepts this one.
    pub const fn take_int(self, int: i64) -> bool {
        self.within(int, self.ints())
    }

    const fn within(self, int: i64, range: Option<(i64, i64)>) -> bool {
        match range {
            Some((least, most)) => least <= int && int <= most && !(int == 0 && self.lacks_zero()),
            None => true,
        }
    }

    /// The ints that a field of the Rust type accepts if it is encoded as an int. For a float these
    /// are the ints up to [`LARGEST_WHOLE_FLOAT`], as it writes no others.
    pub const fn ints(self) -> Option<(i64, i64)> {
        match self {
            Self::F32 | Self::F64 => Some((-LARGEST_WHOLE_FLOAT, LARGEST_WHOLE_FLOAT)),
            _ => self.range(),
        }
    }

    /// The text for an int in errors, after "expected".
    pub const fn expected_int(self) -> &'static str {
        match self {
            Self::Bool => "int 0 or 1",
            Self::I8 => "int from -128 to 127",
            Self::I16 => "int from -32768 to 32767",
            Self::I32 => "int from -2147483648 to 2147483647",
            Self::U8 => "int from 0 to 255",
            Self::U16 => "int from 0 to 65535",
            Self::U32 => "int from 0 to 4294967295",
            Self::U64 | Self::Duration(_) => "int from 0 to 9223372036854775807",
            Self::NonZeroI8 => "int from -128 to 127, not 0",
            Self::NonZeroI16 => "int from -32768 to 32767, not 0",
            Self::NonZeroI32 => "int from -2147483648 to 2147483647, not 0",
            Self::NonZeroI64 => "int other than 0",
            Self::NonZeroU8 => "int from 1 to 255",
            Self::NonZeroU16 => "int from 1 to 65535",
            Self::NonZeroU32 => "int from 1 to 4294967295",
            Self::NonZeroU64 => "int from 1 to 9223372036854775807",
            Self::F32 | Self::F64 => WHOLE_FLOATS.as_str(),
            _ => "int",
        }
    }

    /// The element type of the packed array of these numbers.
    const fn component(self) -> Option<Component> {
        Some(match self {
            Self::U8 | Self::NonZeroU8 => Component::U8,
            Self::I32 | Self::NonZeroI32 => Component::I32,
            Self::I64 | Self::NonZeroI64 => Component::I64,
            Self::F32 => Component::F32,
            Self::F64 => Component::F64,
            _ => return None,
        })
    }
}

// ---------------------------------------------------------------- types

/// A set of Variant types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VariantTypes(u64);

impl VariantTypes {
    /// No type.
    pub const NONE: Self = Self(0);
    /// Every type.
    pub const ALL: Self = Self((1 << VariantType::ALL.len()) - 1);

    /// The set of one type.
    pub const fn of(kind: VariantType) -> Self {
        Self(1 << kind as u64)
    }

    /// Adds a type to the set.
    #[must_use]
    pub const fn with(self, kind: VariantType) -> Self {
        self.or(Self::of(kind))
    }

    /// The union of both sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The intersection of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether a type is in the set.
    pub const fn contains(self, kind: VariantType) -> bool {
        self.0 & 1 << kind as u64 != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the types, in the order of Godot 4's ids.
    pub fn iter(self) -> impl Iterator<Item = VariantType> {
        VariantType::ALL.iter().copied().filter(move |kind| self.contains(*kind))
    }
}

/// Types that readers accept for each other: ints and floats, texts.
const NUMBERS: VariantTypes = VariantTypes::of(VariantType::Int).with(VariantType::Float);
const TEXTS: VariantTypes = VariantTypes::of(VariantType::String).with(VariantType::StringName);

impl TypeLayout<'_> {
    /// The packed array as which a list of these is written, in a dialect that has it.
    pub const fn packed_array(&self) -> Option<VariantType> {
        match self {
            Self::Value(kind @ (VariantType::Int | VariantType::Float), bounds) => {
                match bounds.component() {
                    Some(component) => kind.packed_array(component),
                    None => None,
                }
            }
            Self::Value(VariantType::String, Bounds::None) => Some(VariantType::PackedStringArray),
            Self::Value(VariantType::String, _) => None,
            Self::Value(kind, _) => kind.packed_array(Component::Real),
            _ => None,
        }
    }

    /// The packed arrays that readers accept for a list of these.
    pub const fn read_packed_arrays(&self) -> VariantTypes {
        use VariantType::{
            PackedByteArray, PackedFloat32Array, PackedFloat64Array, PackedInt32Array,
            PackedInt64Array, PackedStringArray,
        };
        match self {
            Self::Value(VariantType::Int, _) => {
                VariantTypes::of(PackedByteArray).with(PackedInt32Array).with(PackedInt64Array)
            }
            Self::Value(VariantType::Float, _) => {
                VariantTypes::of(PackedFloat32Array).with(PackedFloat64Array)
            }
            Self::Value(VariantType::String, Bounds::Char) => VariantTypes::NONE,
            Self::Value(VariantType::String | VariantType::StringName, _) => {
                VariantTypes::of(PackedStringArray)
            }
            layout => match layout.packed_array() {
                Some(array) => VariantTypes::of(array),
                None => VariantTypes::NONE,
            },
        }
    }

    /// The type as which this is always written; `None` if it depends on the value or on
    /// hand-written code.
    pub const fn written_type(&self, generation: Generation) -> Option<VariantType> {
        match self {
            Self::Value(VariantType::StringName, _) if matches!(generation, Generation::Godot3) => {
                Some(VariantType::String)
            }
            Self::Value(kind, _) => Some(*kind),
            Self::List(element) => Some(list_type(element, generation)),
            Self::Set(element) => match list_type(element, generation) {
                VariantType::PackedStringArray => Some(VariantType::PackedStringArray),
                _ => Some(VariantType::Array),
            },
            Self::Array(_) | Self::Tuple(_) => Some(VariantType::Array),
            Self::Map(..) => Some(VariantType::Dictionary),
            Self::Record(record) if record.keyed => Some(VariantType::Dictionary),
            Self::Record(_) => Some(VariantType::Array),
            Self::Enumeration(enumeration) => match (enumeration.form, enumeration.other) {
                (EnumerationForm::Numbers, None) => Some(VariantType::Int),
                _ => None,
            },
            Self::AtMost(_, inner)
            | Self::Exactly(_, inner)
            | Self::Typed(inner)
            | Self::Wide(inner)
            | Self::Strict(inner)
            | Self::Borrowed(inner)
            | Self::Newtype(_, inner) => inner.written_type(generation),
            Self::Option(_) | Self::Recursive(_) | Self::Any | Self::Custom(_) => None,
        }
    }

    /// Every type as which this may be written.
    pub fn written_types(&self, generation: Generation) -> VariantTypes {
        match self {
            Self::Option(inner) => inner.written_types(generation).with(VariantType::Nil),
            Self::AtMost(_, inner)
            | Self::Exactly(_, inner)
            | Self::Typed(inner)
            | Self::Wide(inner)
            | Self::Strict(inner)
            | Self::Borrowed(inner)
            | Self::Newtype(_, inner) => inner.written_types(generation),
            Self::Enumeration(enumeration) => {
                if let Some((_, Some(_))) = enumeration.other {
                    return VariantTypes::ALL;
                }
                match enumeration.form {
                    EnumerationForm::Names => VariantTypes::of(VariantType::String),
                    EnumerationForm::Numbers => VariantTypes::of(VariantType::Int),
                    EnumerationForm::External => {
                        VariantTypes::of(VariantType::String).with(VariantType::Dictionary)
                    }
                    EnumerationForm::Internal(_) | EnumerationForm::Adjacent(..) => {
                        VariantTypes::of(VariantType::Dictionary)
                    }
                    EnumerationForm::Ids => VariantTypes::of(VariantType::Array),
                    EnumerationForm::Untagged => {
                        enumeration.members.iter().fold(VariantTypes::NONE, |types, member| {
                            types.or(match member.content {
                                None => VariantTypes::of(VariantType::Nil),
                                Some(content) => content.written_types(generation),
                            })
                        })
                    }
                }
            }
            layout => match layout.written_type(generation) {
                Some(kind) => VariantTypes::of(kind),
                None => VariantTypes::ALL,
            },
        }
    }

    /// Every type that a reader may accept for this.
    pub fn read_types(&self, generation: Generation) -> VariantTypes {
        match self {
            Self::Value(VariantType::Int | VariantType::Float, _) => NUMBERS,
            Self::Value(VariantType::String | VariantType::StringName, _) => TEXTS,
            Self::Value(VariantType::NodePath, _) => TEXTS.with(VariantType::NodePath),
            // Engines write a null object as Nil.
            Self::Value(VariantType::Object, _) => {
                VariantTypes::of(VariantType::Object).with(VariantType::Nil)
            }
            Self::Value(kind, _) => VariantTypes::of(*kind),
            Self::Option(inner) => inner.read_types(generation).with(VariantType::Nil),
            Self::List(element) | Self::Set(element) | Self::Array(element) => {
                element.read_packed_arrays().with(VariantType::Array)
            }
            Self::Tuple(_) => VariantTypes::of(VariantType::Array),
            Self::Map(..) => VariantTypes::of(VariantType::Dictionary),
            Self::Record(record) => VariantTypes::of(if record.keyed {
                VariantType::Dictionary
            } else {
                VariantType::Array
            }),
            Self::AtMost(_, inner)
            | Self::Exactly(_, inner)
            | Self::Typed(inner)
            | Self::Wide(inner)
            | Self::Newtype(_, inner) => inner.read_types(generation),
            Self::Strict(inner) => match inner.written_type(generation) {
                Some(kind) => VariantTypes::of(kind),
                None => inner.read_types(generation),
            },
            Self::Borrowed(list) => match list {
                Self::List(element) => match element.packed_array() {
                    Some(array) => VariantTypes::of(array),
                    None => VariantTypes::NONE,
                },
                _ => VariantTypes::NONE,
            },
            Self::Recursive(_) | Self::Any | Self::Custom(_) => VariantTypes::ALL,
            Self::Enumeration(enumeration) => match enumeration.form {
                EnumerationForm::Names => TEXTS,
                EnumerationForm::Numbers => NUMBERS,
                EnumerationForm::External => TEXTS.with(VariantType::Dictionary),
                EnumerationForm::Internal(_) | EnumerationForm::Adjacent(..) => {
                    VariantTypes::of(VariantType::Dictionary)
                }
                EnumerationForm::Ids => VariantTypes::of(VariantType::Array),
                EnumerationForm::Untagged => {
                    enumeration.members.iter().fold(VariantTypes::NONE, |types, member| {
                        types.or(match member.content {
                            None => VariantTypes::of(VariantType::Nil),
                            Some(content) => content.read_types(generation),
                        })
                    })
                }
            },
        }
    }

    /// Whether a missing field of this type is accepted: it is an `Option`, and becomes `None`.
    pub const fn may_be_missing(&self) -> bool {
        match self {
            Self::Option(_) => true,
            Self::AtMost(_, inner) | Self::Strict(inner) | Self::Newtype(_, inner) => {
                inner.may_be_missing()
            }
            _ => false,
        }
    }
}

/// The type as which a list of these elements is written.
const fn list_type(element: &TypeLayout<'_>, generation: Generation) -> VariantType {
    match element.packed_array() {
        Some(array) if array.id(generation).is_some() => array,
        _ => VariantType::Array,
    }
}
