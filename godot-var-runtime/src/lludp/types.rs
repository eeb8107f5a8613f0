//! The field types of message templates.

use core::net::Ipv4Addr;
use core::str::Utf8Error;

use uuid::Uuid;

use crate::{DecodeError, EncodeError, EncodeErrorKind, Output, Reader};

/// A type of the template: how it is read and written.
///
/// | Template | Rust | Size | Encoding |
/// |---|---|---:|---|
/// | `U8` `U16` `U32` `U64` | `u8` … `u64` | 1, 2, 4, 8 | little-endian |
/// | `S8` `S16` `S32` `S64` | `i8` … `i64` | 1, 2, 4, 8 | little-endian, two's complement |
/// | `F32` `F64` | `f32`, `f64` | 4, 8 | little-endian, bits untouched |
/// | `BOOL` | `bool` | 1 | written 0 or 1; read as true unless 0 |
/// | `LLVector3` `LLVector3d` `LLVector4` | [`Vector3`], [`Vector3d`], [`Vector4`] | 12, 24, 16 | components in order |
/// | `LLQuaternion` | [`Quaternion`] | 12 | x, y, z |
/// | `LLUUID` | [`Uuid`] | 16 | in the order of its text |
/// | `IPADDR` | [`Ipv4Addr`] | 4 | a, b, c, d |
/// | `IPPORT` | [`Port`] | 2 | big-endian |
/// | `Fixed N` | `[u8; N]` | N | as they are |
/// | `Variable 1`, `Variable 2` | [`Variable1`], [`Variable2`] | 1 + n, 2 + n | length, then bytes |
///
/// # Source
/// `secondlife/viewer@d6d453be:lltemplatemessagereader.cpp`; agrees with `tests/vectors/lludp.jsonl`.
pub trait Field<'de>: Sized {
    /// Reads the value.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`](crate::DecodeErrorKind::Incomplete).
    fn read(reader: &mut Reader<'de>) -> Result<Self, DecodeError>;

    /// Appends the value.
    ///
    /// # Errors
    /// [`EncodeErrorKind::TooLong`] for bytes whose length their prefix cannot hold.
    fn put(&self, out: &mut impl Output) -> Result<(), EncodeError>;
}

macro_rules! numbers {
    ($($type:ty = $name:literal),+) => {$(
        impl Field<'_> for $type {
            #[inline]
            fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
                Ok(Self::from_le_bytes(reader.array($name)?))
            }

            #[inline]
            fn put(&self, out: &mut impl Output) -> Result<(), EncodeError> {
                out.put_bytes(&self.to_le_bytes());
                Ok(())
            }
        }
    )+};
}

numbers!(
    u8 = "a U8",
    u16 = "a U16",
    u32 = "a U32",
    u64 = "a U64",
    i8 = "an S8",
    i16 = "an S16",
    i32 = "an S32",
    i64 = "an S64",
    f32 = "an F32",
    f64 = "an F64"
);

impl Field<'_> for bool {
    #[inline]
    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let [byte] = reader.array("a BOOL")?;
        Ok(byte != 0)
    }

    #[inline]
    fn put(&self, out: &mut impl Output) -> Result<(), EncodeError> {
        out.put_bytes(&[u8::from(*self)]);
        Ok(())
    }
}

impl Field<'_> for Uuid {
    #[inline]
    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self::from_bytes(reader.array("an LLUUID")?))
    }

    #[inline]
    fn put(&self, out: &mut impl Output) -> Result<(), EncodeError> {
        out.put_bytes(self.as_bytes());
        Ok(())
    }
}

impl Field<'_> for Ipv4Addr {
    #[inline]
    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self::from(reader.array::<4>("an IPADDR")?))
    }

    #[inline]
    fn put(&self, out: &mut impl Output) -> Result<(), EncodeError> {
        out.put_bytes(&self.octets());
        Ok(())
    }
}

/// `IPPORT`, a port: a u16, big-endian where all other numbers are little-endian.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Port(pub u16);

impl Field<'_> for Port {
    #[inline]
    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self(u16::from_be_bytes(reader.array("an IPPORT")?)))
    }

    #[inline]
    fn put(&self, out: &mut impl Output) -> Result<(), EncodeError> {
        out.put_bytes(&self.0.to_be_bytes());
        Ok(())
    }
}

impl<const N: usize> Field<'_> for [u8; N] {
    #[inline]
    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        reader.array("Fixed bytes")
    }

    #[inline]
    fn put(&self, out: &mut impl Output) -> Result<(), EncodeError> {
        out.put_bytes(self);
        Ok(())
    }
}

macro_rules! components {
    ($($(#[$attribute:meta])* $type:ident($component:ty) { $($field:ident),+ })+) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct $type {
            $(#[doc = concat!("The component ", stringify!($field), ".")] pub $field: $component,)+
        }

        impl Field<'_> for $type {
            #[inline]
            fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
                Ok(Self { $($field: Field::read(reader)?),+ })
            }

            #[inline]
            fn put(&self, out: &mut impl Output) -> Result<(), EncodeError> {
                $(self.$field.put(out)?;)+
                Ok(())
            }
        }
    )+};
}

components! {
    /// `LLVector3`: three `f32`, 12 bytes.
    ///
    /// | Offset | Size | Field | Encoding |
    /// |-------:|-----:|-------|----------|
    /// | 0 | 4 | `x` | `f32`, little-endian |
    /// | 4 | 4 | `y` | `f32`, little-endian |
    /// | 8 | 4 | `z` | `f32`, little-endian |
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`](crate::DecodeErrorKind::Incomplete) if fewer bytes remain.
    Vector3(f32) { x, y, z }
    /// `LLVector3d`: three `f64`, 24 bytes.
    ///
    /// | Offset | Size | Field | Encoding |
    /// |-------:|-----:|-------|----------|
    /// | 0 | 8 | `x` | `f64`, little-endian |
    /// | 8 | 8 | `y` | `f64`, little-endian |
    /// | 16 | 8 | `z` | `f64`, little-endian |
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`](crate::DecodeErrorKind::Incomplete) if fewer bytes remain.
    Vector3d(f64) { x, y, z }
    /// `LLVector4`: four `f32`, 16 bytes.
    ///
    /// | Offset | Size | Field | Encoding |
    /// |-------:|-----:|-------|----------|
    /// | 0 | 4 | `x` | `f32`, little-endian |
    /// | 4 | 4 | `y` | `f32`, little-endian |
    /// | 8 | 4 | `z` | `f32`, little-endian |
    /// | 12 | 4 | `w` | `f32`, little-endian |
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`](crate::DecodeErrorKind::Incomplete) if fewer bytes remain.
    Vector4(f32) { x, y, z, w }
    /// `LLQuaternion`: a rotation as the wire has it, 12 bytes; w is not sent.
    ///
    /// | Offset | Size | Field | Encoding |
    /// |-------:|-----:|-------|----------|
    /// | 0 | 4 | `x` | `f32`, little-endian |
    /// | 4 | 4 | `y` | `f32`, little-endian |
    /// | 8 | 4 | `z` | `f32`, little-endian |
    ///
    /// The three are kept as they are. [`Quaternion::w`] gives the fourth of a unit quaternion.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`](crate::DecodeErrorKind::Incomplete) if fewer bytes remain.
    Quaternion(f32) { x, y, z }
}

impl Quaternion {
    /// The w of the unit quaternion, never negative: 0 where x, y and z alone have length 1 or more.
    pub fn w(self) -> f64 {
        let Self { x, y, z } = self;
        let [x, y, z] = [f64::from(x), f64::from(y), f64::from(z)];
        let square = 1.0 - (x * x + y * y + z * z);
        if square > 0.0 { square_root(square) } else { 0.0 }
    }

    /// The wire form of a quaternion of any length but 0: normalised, and negated where w is
    /// negative, as both stand for the same rotation. Without a finite length, the identity.
    pub fn from_xyzw(x: f32, y: f32, z: f32, w: f32) -> Self {
        let square = [x, y, z, w].iter().map(|&c| f64::from(c) * f64::from(c)).sum::<f64>();
        if !(square > 0.0 && square.is_finite()) {
            return Self::default();
        }
        let length = square_root(square);
        let divisor = if w < 0.0 { -length } else { length };
        let part = |component: f32| (f64::from(component) / divisor) as f32;
        Self { x: part(x), y: part(y), z: part(z) }
    }
}

/// The square root of a positive finite number, without `std`: Newton's steps from a guess that
/// halves the exponent.
fn square_root(square: f64) -> f64 {
    let mut root = f64::from_bits((square.to_bits() >> 1) + (0x3FF << 51));
    for _ in 0..6 {
        root = (root + square / root) * 0.5;
    }
    root
}

macro_rules! variables {
    ($($(#[$attribute:meta])* $type:ident($length:ty) = $max:literal, $name:literal;)+) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $type<'a>(pub &'a [u8]);

        impl<'a> $type<'a> {
            /// The most bytes that it holds.
            pub const MAX_LEN: usize = $max;

            /// The bytes as text, without the NUL that ends it by convention.
            ///
            /// # Errors
            /// When they are not UTF-8.
            pub fn text(self) -> Result<&'a str, Utf8Error> {
                core::str::from_utf8(self.0.strip_suffix(&[0]).unwrap_or(self.0))
            }
        }

        impl<'de> Field<'de> for $type<'de> {
            #[inline]
            fn read(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                let len = <$length>::read(reader)?;
                Ok(Self(reader.take(usize::from(len), $name)?))
            }

            #[inline]
            fn put(&self, out: &mut impl Output) -> Result<(), EncodeError> {
                let Ok(len) = <$length>::try_from(self.0.len()) else {
                    return Err(too_long(self.0.len(), $name, $max));
                };
                len.put(out)?;
                out.put_bytes(self.0);
                Ok(())
            }
        }
    )+};
}

variables! {
    /// `Variable 1`: up to 255 bytes behind their length.
    ///
    /// | Offset | Size | Field | Encoding |
    /// |-------:|-----:|-------|----------|
    /// | 0 | 1 | length | u8 |
    /// | 1 | length | bytes | as they are |
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`](crate::DecodeErrorKind::Incomplete) if fewer bytes remain than the length says,
    /// [`EncodeErrorKind::TooLong`] for more than 255.
    Variable1(u8) = 255, "the bytes of a Variable 1";
    /// `Variable 2`: up to 65,535 bytes behind their length.
    ///
    /// | Offset | Size | Field | Encoding |
    /// |-------:|-----:|-------|----------|
    /// | 0 | 2 | length | u16, little-endian |
    /// | 2 | length | bytes | as they are |
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`](crate::DecodeErrorKind::Incomplete) if fewer bytes remain than the length says,
    /// [`EncodeErrorKind::TooLong`] for more than 65,535.
    Variable2(u16) = 65535, "the bytes of a Variable 2";
}

#[cold]
fn too_long(len: usize, what: &str, max: usize) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::TooLong,
        alloc::format!("{len} bytes, where {what} are at most {max}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::VecOutput;
    use alloc::vec::Vec;

    fn put<'a>(value: &impl Field<'a>) -> Vec<u8> {
        let mut bytes = Vec::new();
        value.put(&mut VecOutput::new(&mut bytes)).expect("it can be written");
        bytes
    }

    #[test]
    fn odd_byte_orders() {
        assert_eq!(put(&Port(0x0102)), [1, 2]);
        assert_eq!(put(&0x0102_u16), [2, 1]);
        assert_eq!(put(&Ipv4Addr::new(10, 0, 0, 1)), [10, 0, 0, 1]);
        assert_eq!(put(&Variable2(b"a\0")), [2, 0, b'a', 0]);
        assert_eq!(Variable1(b"a\0").text(), Ok("a"));
        assert_eq!(Variable1(b"").text(), Ok(""));
        let long = [0; 256];
        assert!(Variable1(&long).put(&mut VecOutput::new(&mut Vec::new())).is_err());
    }

    #[test]
    fn rotations_are_sent_with_a_positive_w() {
        let turned = Quaternion::from_xyzw(1.0, 0.0, 0.0, -1.0);
        assert!((turned.x + core::f32::consts::FRAC_1_SQRT_2).abs() < 1e-6);
        assert!((turned.w() - core::f64::consts::FRAC_1_SQRT_2).abs() < 1e-6);
        assert_eq!(Quaternion::from_xyzw(0.0, f32::NAN, 0.0, 1.0), Quaternion::default());
        for square in [1e-300, 1e-17, 0.25, 0.5, 1.0, 2.0, 1e77] {
            let root = square_root(square);
            assert!((root * root / square - 1.0).abs() < 1e-15, "{square}");
        }
    }
}
