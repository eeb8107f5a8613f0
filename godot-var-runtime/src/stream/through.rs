//! `with … as` and `unit`: a value of another type is sent.

use core::marker::PhantomData;

use super::codec::{DecodeAs, EncodeAs, Plain};
use super::layout::TypeLayout;
use super::size::Size;
use super::wire::Wire;
use crate::variant::record::adapt::time::Time;
use crate::variant::record::adapt::{ConvertFrom, ConvertTo, Units};
use crate::{DecodeError, EncodeError, Output, Reader};

/// As an `S` encoded as `C`, by the functions of `F`.
#[derive(Debug)]
pub struct Through<S, C, F>(PhantomData<(S, C, F)>);

impl<W: Wire, T, S, C: EncodeAs<W, S>, F: ConvertTo<T, S>> EncodeAs<W, T> for Through<S, C, F> {
    const SIZE: Size = C::SIZE.refusing();
    const LAYOUT: &'static TypeLayout<'static> = C::LAYOUT;

    #[inline(always)]
    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        C::encode_as(&F::encode(value)?, out)
    }
}

impl<'de, W: Wire, T, S, C, F> DecodeAs<'de, W, T> for Through<S, C, F>
where
    C: DecodeAs<'de, W, S>,
    F: ConvertTo<T, S> + ConvertFrom<T, S>,
{
    #[inline(always)]
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        let start = reader.position();
        F::decode(C::decode_as(reader)?, start)
    }
}

/// A time as a number `S` of units of `UNIT` nanoseconds.
#[derive(Debug)]
pub struct InUnits<S, const UNIT: u32>(PhantomData<S>);

type ThroughUnits<S, const UNIT: u32> = Through<S, Plain, Units<UNIT>>;

impl<W: Wire, T: Time, S, const UNIT: u32> EncodeAs<W, T> for InUnits<S, UNIT>
where
    ThroughUnits<S, UNIT>: EncodeAs<W, T>,
{
    const SIZE: Size = <ThroughUnits<S, UNIT> as EncodeAs<W, T>>::SIZE;
    const LAYOUT: &'static TypeLayout<'static> =
        &TypeLayout::Time { since_1970: T::SINCE_1970, unit: UNIT };

    #[inline(always)]
    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        ThroughUnits::<S, UNIT>::encode_as(value, out)
    }
}

impl<'de, W: Wire, T: Time, S, const UNIT: u32> DecodeAs<'de, W, T> for InUnits<S, UNIT>
where
    ThroughUnits<S, UNIT>: DecodeAs<'de, W, T>,
{
    #[inline(always)]
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        ThroughUnits::<S, UNIT>::decode_as(reader)
    }
}
