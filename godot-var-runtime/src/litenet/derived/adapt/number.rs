//! `packed` and `zigzag`: integers in a shorter form.

use super::{DecodeField, EncodeField};
use crate::litenet::format::era::Era;
use crate::litenet::format::numbers::{PackedInt, ZigzagInt};
use crate::{DecodeError, EncodeError, Output, Reader};

/// The attribute `packed`.
#[derive(Debug)]
pub struct AsPacked;

impl<E: Era, T: PackedInt> EncodeField<E, T> for AsPacked {
    #[inline(always)]
    fn encode_field<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        value.write_packed(out);
        Ok(())
    }
}

impl<'de, E: Era, T: PackedInt> DecodeField<'de, E, T> for AsPacked {
    const MIN_SIZE: usize = 1;
    const WHAT: &'static str = T::WHAT;

    #[inline(always)]
    fn decode_field(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        T::read_packed::<E>(reader)
    }
}

/// The attribute `zigzag`.
#[derive(Debug)]
pub struct AsZigzag;

impl<E: Era, T: ZigzagInt> EncodeField<E, T> for AsZigzag {
    #[inline(always)]
    fn encode_field<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        value.write_zigzag(out);
        Ok(())
    }
}

impl<'de, E: Era, T: ZigzagInt> DecodeField<'de, E, T> for AsZigzag {
    const MIN_SIZE: usize = 1;
    const WHAT: &'static str = T::WHAT;

    #[inline(always)]
    fn decode_field(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        T::read_zigzag::<E>(reader)
    }
}
