//! `with … as` and `unit`: what travels is a value of another type.

use core::marker::PhantomData;

use super::{DecodeField, EncodeField};
use crate::flat::format::order::ByteOrder;
use crate::flat::format::size::Size;
use crate::flat::layout::TypeLayout;
use crate::variant::record::adapt::{ConvertFrom, ConvertTo};
use crate::{DecodeError, EncodeError, Output, Reader};

/// As a `W` encoded as `C`, by the functions of `F`.
#[derive(Debug)]
pub struct Through<W, C, F>(PhantomData<(W, C, F)>);

impl<T, W, C: EncodeField<W>, F: ConvertTo<T, W>> EncodeField<T> for Through<W, C, F> {
    const SIZE: Size = C::SIZE;
    const LAYOUT: &'static TypeLayout<'static> = C::LAYOUT;

    #[inline(always)]
    fn encode_field<B: ByteOrder, O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        C::encode_field::<B, O>(&F::encode(value)?, out)
    }
}

impl<'de, T, W, C, F> DecodeField<'de, T> for Through<W, C, F>
where
    C: DecodeField<'de, W>,
    F: ConvertTo<T, W> + ConvertFrom<T, W>,
{
    #[inline(always)]
    fn decode_field<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        let start = reader.position();
        F::decode(C::decode_field::<B>(reader)?, start)
    }
}
