//! The values of a Rust type that readers accept.

use core::time::Duration;

use super::rules::{LARGEST_WHOLE_FLOAT, single, whole};
use crate::variant::types::Component;

/// A second in nanoseconds: the unit of a time that is a float.
pub(crate) const SECOND: u32 = 1_000_000_000;

/// Two lines for each integer type: its name, that of the type without 0, and the packed array of both; what errors expect.
macro_rules! bounds {
    ($($name:ident $non_zero:ident $type:ident $component:expr; $ints:literal $ints_but_0:literal)*) => {
        /// The Rust type, or the rule, that restricts the values of a Variant type.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Bounds<'l> {
            /// No restriction.
            None,
            /// 0 or 1.
            Bool,
            $(
                #[doc = concat!("The range of `", stringify!($type), "`, as far as Godot's int has it.")]
                $name,
                #[doc = concat!("The range of `", stringify!($type), "` without 0.")]
                $non_zero,
            )*
            /// Floats, or reals, of 32 bits.
            F32,
            /// Floats, or reals, of 64 bits.
            F64,
            /// A `Duration` in units of this many nanoseconds.
            Duration(u32),
            /// A `SystemTime` in units of this many nanoseconds since 1970-01-01 00:00 UTC.
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
                    $(
                        Self::$name => stringify!($type),
                        Self::$non_zero => stringify!($non_zero),
                    )*
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
                    $(
                        Self::$name => ($type::MIN as i64, most($type::MAX as i128)),
                        Self::$non_zero => (
                            if $type::MIN == 0 { 1 } else { $type::MIN as i64 },
                            most($type::MAX as i128),
                        ),
                    )*
                    Self::Duration(SECOND) | Self::SystemTime(SECOND) => return None,
                    Self::Duration(_) => (0, i64::MAX),
                    Self::SystemTime(_) => (i64::MIN, i64::MAX),
                    _ => return None,
                })
            }

            /// Whether the Rust type excludes 0, which its range may include.
            pub const fn lacks_zero(self) -> bool {
                matches!(self, $(Self::$non_zero)|*)
            }

            /// The text for an int in errors, after "expected".
            pub const fn expected_int(self) -> &'static str {
                match self {
                    Self::Bool => "int 0 or 1",
                    $(
                        Self::$name => $ints,
                        Self::$non_zero => $ints_but_0,
                    )*
                    Self::Duration(_) => Self::U64.expected_int(),
                    Self::F32 | Self::F64 => "int from -9007199254740992 to 9007199254740992",
                    _ => "int",
                }
            }

            /// The element type of the packed array of these numbers.
            pub(super) const fn component(self) -> Option<Component> {
                match self {
                    $(Self::$name | Self::$non_zero => $component,)*
                    Self::F32 => Some(Component::F32),
                    Self::F64 => Some(Component::F64),
                    _ => None,
                }
            }
        }
    };
}

bounds! {
    I8 NonZeroI8 i8 None;
        "int from -128 to 127" "int from -128 to 127, not 0"
    I16 NonZeroI16 i16 None;
        "int from -32768 to 32767" "int from -32768 to 32767, not 0"
    I32 NonZeroI32 i32 Some(Component::I32);
        "int from -2147483648 to 2147483647" "int from -2147483648 to 2147483647, not 0"
    I64 NonZeroI64 i64 Some(Component::I64);
        "int from -9223372036854775808 to 9223372036854775807" "int other than 0"
    U8 NonZeroU8 u8 Some(Component::U8);
        "int from 0 to 255" "int from 1 to 255"
    U16 NonZeroU16 u16 None;
        "int from 0 to 65535" "int from 1 to 65535"
    U32 NonZeroU32 u32 None;
        "int from 0 to 4294967295" "int from 1 to 4294967295"
    U64 NonZeroU64 u64 None;
        "int from 0 to 9223372036854775807" "int from 1 to 9223372036854775807"
}

/// The largest int of a type that Godot's `int` can hold.
const fn most(of_type: i128) -> i64 {
    if of_type < i64::MAX as i128 { of_type as i64 } else { i64::MAX }
}

impl Bounds<'_> {
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
            Self::F32 | Self::F64 => Some(self.whole_floats()),
            _ => self.range(),
        }
    }

    /// The ints that a field of the Rust type accepts if it is encoded as a float: those up to
    /// [`LARGEST_WHOLE_FLOAT`], as a float does not hold all others.
    pub const fn whole_floats(self) -> (i64, i64) {
        let (least, most) = match self.range() {
            Some(range) => range,
            None => (i64::MIN, i64::MAX),
        };
        (
            if least < -LARGEST_WHOLE_FLOAT { -LARGEST_WHOLE_FLOAT } else { least },
            if most > LARGEST_WHOLE_FLOAT { LARGEST_WHOLE_FLOAT } else { most },
        )
    }

    /// Whether a field of the Rust type that is encoded as a float accepts this one.
    pub fn take_float(self, value: f64) -> bool {
        match self {
            Self::F32 => single(value).is_some(),
            Self::Duration(_) => Duration::try_from_secs_f64(value).is_ok(),
            Self::SystemTime(_) => Duration::try_from_secs_f64(value.abs())
                .is_ok_and(|since_1970| i64::try_from(since_1970.as_secs()).is_ok()),
            bounds if bounds.range().is_some() => whole(value).is_some_and(|int| bounds.hold(int)),
            _ => true,
        }
    }
}
