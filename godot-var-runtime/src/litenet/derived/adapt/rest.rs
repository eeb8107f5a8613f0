//! `rest`: bytes to the end of the message.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{DecodeField, EncodeField};
use crate::litenet::format::era::Era;
use crate::{DecodeError, EncodeError, Output, Reader};

/// Bytes to the end of a message, borrowed or owned.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot take the rest of a message",
    label = "`rest` stands on a `Vec<u8>`, `&[u8]`, `Box<[u8]>` or `Cow<[u8]>`"
)]
pub trait FromRest<'de> {
    /// Takes the bytes.
    fn from_rest(rest: &'de [u8]) -> Self;

    /// Takes the bytes, and uses the memory of the old value again.
    #[inline(always)]
    fn set_rest(&mut self, rest: &'de [u8])
    where
        Self: Sized,
    {
        *self = Self::from_rest(rest);
    }
}

impl<'de: 'a, 'a> FromRest<'de> for &'a [u8] {
    #[inline(always)]
    fn from_rest(rest: &'de [u8]) -> Self {
        rest
    }
}

impl<'de: 'a, 'a> FromRest<'de> for Cow<'a, [u8]> {
    #[inline(always)]
    fn from_rest(rest: &'de [u8]) -> Self {
        Self::Borrowed(rest)
    }
}

impl FromRest<'_> for Vec<u8> {
    #[inline]
    fn from_rest(rest: &[u8]) -> Self {
        rest.into()
    }

    #[inline]
    fn set_rest(&mut self, rest: &[u8]) {
        self.clear();
        self.extend_from_slice(rest);
    }
}

impl FromRest<'_> for Box<[u8]> {
    #[inline]
    fn from_rest(rest: &[u8]) -> Self {
        rest.into()
    }
}

/// The attribute `rest`.
#[derive(Debug)]
pub struct ToEnd;

impl<E: Era, T: AsRef<[u8]>> EncodeField<E, T> for ToEnd {
    #[inline(always)]
    fn encode_field<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        out.put_bytes(value.as_ref());
        Ok(())
    }
}

impl<'de, E: Era, T: FromRest<'de>> DecodeField<'de, E, T> for ToEnd {
    const MIN_SIZE: usize = 0;

    #[inline(always)]
    fn decode_field(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        Ok(T::from_rest(reader.take_rest()))
    }

    #[inline(always)]
    fn decode_field_in_place(reader: &mut Reader<'de>, place: &mut T) -> Result<(), DecodeError> {
        place.set_rest(reader.take_rest());
        Ok(())
    }
}
