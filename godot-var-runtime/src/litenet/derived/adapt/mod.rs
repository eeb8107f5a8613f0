//! The encodings that attributes of the derive select for a field in place of its type's own.

mod length;
mod number;
mod presence;
mod rest;
mod rotation;

use crate::litenet::format::era::Era;
use crate::litenet::{DecodeLiteNet, EncodeLiteNet};
use crate::{DecodeError, EncodeError, Output, Reader};

pub use length::{Counted, LenI32, LenPacked, LenU16, LenZigzag};
pub use number::{AsPacked, AsZigzag};
pub use presence::{DecodeIf, EncodeIf};
pub use rest::ToEnd;
#[cfg(feature = "std")]
pub use rotation::AsEuler;

/// Writes a `T` in the encoding that `Self` names.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be written to a LiteNetLibManager message in this way",
    label = "the attributes of this field do not fit its type",
    note = "`len` stands on a `Vec` or on `&[u8]`, `len = \"i32\"` on text, too; `euler` on a `Quaternion`; `rest` on bytes"
)]
pub trait EncodeField<E: Era, T: ?Sized> {
    /// Writes the value.
    fn encode_field<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError>;
}

/// Reads a `T` in the encoding that `Self` names.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be read from a LiteNetLibManager message in this way",
    label = "the attributes of this field do not fit its type",
    note = "`len` stands on a `Vec` or on `&[u8]`, `len = \"i32\"` on text, too; `euler` on a `Quaternion`; `rest` on bytes"
)]
pub trait DecodeField<'de, E: Era, T> {
    /// The smallest size of a value in bytes.
    const MIN_SIZE: usize;

    /// Whether every value takes [`MIN_SIZE`](Self::MIN_SIZE) bytes.
    const FIXED: bool = false;

    /// How errors name the first [`MIN_SIZE`](Self::MIN_SIZE) bytes.
    const WHAT: &'static str = "a value";

    /// Reads a value.
    fn decode_field(reader: &mut Reader<'de>) -> Result<T, DecodeError>;

    /// Reads a value in place of an existing one, and may use its allocations again.
    ///
    /// After an error the value is any valid value of its type.
    #[inline(always)]
    fn decode_field_in_place(reader: &mut Reader<'de>, place: &mut T) -> Result<(), DecodeError> {
        *place = Self::decode_field(reader)?;
        Ok(())
    }
}

/// No attribute: the encoding of the type itself.
#[derive(Debug)]
pub struct Plain;

impl<E: Era, T: EncodeLiteNet<E> + ?Sized> EncodeField<E, T> for Plain {
    #[inline(always)]
    fn encode_field<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        value.encode(out)
    }
}

impl<'de, E: Era, T: DecodeLiteNet<'de, E>> DecodeField<'de, E, T> for Plain {
    const MIN_SIZE: usize = T::MIN_SIZE;
    const FIXED: bool = T::FIXED;
    const WHAT: &'static str = T::WHAT;

    #[inline(always)]
    fn decode_field(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        T::decode(reader)
    }

    #[inline(always)]
    fn decode_field_in_place(reader: &mut Reader<'de>, place: &mut T) -> Result<(), DecodeError> {
        T::decode_in_place(reader, place)
    }
}
