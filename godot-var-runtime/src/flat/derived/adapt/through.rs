//! `with … as` and `unit`: what travels is a value of another type.

use core::marker::PhantomData;

use super::{DecodeField, EncodeField, Plain};
use crate::flat::format::order::ByteOrder;
use crate::flat::format::size::Size;
use crate::flat::layout::TypeLayout;
use crate::variant::record::adapt::{ConvertFrom, ConvertTo, Time, Units};
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

/// A time as a number `W` of units of so many nanoseconds.
#[derive(Debug)]
pub struct InUnits<W, const UNIT: u32>(PhantomData<W>);

type ThroughUnits<W, const UNIT: u32> = Through<W, Plain, Units<UNIT>>;

impl<T: Time, W, const UNIT: u32> EncodeField<T> for InUnits<W, UNIT>
where
    ThroughUnits<W, UNIT>: EncodeField<T>,
{
    const SIZE: Size = <ThroughUnits<W, UNIT> as EncodeField<T>>::SIZE;
    const LAYOUT: &'static TypeLayout<'static> =
        &TypeLayout::Time { since_1970: T::SINCE_1970, unit: UNIT };

    #[inline(always)]
    fn encode_field<B: ByteOrder, O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        ThroughUnits::<W, UNIT>::encode_field::<B, O>(value, out)
    }
}

impl<'de, T: Time, W, const UNIT: u32> DecodeField<'de, T> for InUnits<W, UNIT>
where
    ThroughUnits<W, UNIT>: DecodeField<'de, T>,
{
    #[inline(always)]
    fn decode_field<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        ThroughUnits::<W, UNIT>::decode_field::<B>(reader)
    }
}
