//! `normal` and `smallest_three`: directions and rotations.

use core::marker::PhantomData;

use super::float::FloatCodec;
use super::{AsAngle, AsHalf, AsRange};
use crate::flat::Flat;
use crate::flat::format::rotation;
use crate::stream::layout::{NumberType, TypeLayout};
use crate::stream::numbers::Number;
use crate::stream::{ByteOrder, DecodeAs, EncodeAs, Size};
use crate::variant::math::{Quaternion, Vector2, Vector3};
use crate::{DecodeError, EncodeError, Output, Reader};

/// The attribute `normal`; `C` is the type that its `as` names.
#[derive(Debug)]
pub struct AsNormal<C>(PhantomData<C>);

/// A type that `as` names in addition to `normal`.
pub trait NormalCodec {
    /// How an angle is written.
    type Angle: FloatCodec;
    /// How a number from 0 to 1 is written.
    type Unit: FloatCodec;
}

/// Steps from 0 to 1.
type Unit<U> = AsRange<U, 0, { 1.0_f64.to_bits() }, false>;

impl NormalCodec for u8 {
    type Angle = AsAngle<Self, false>;
    type Unit = Unit<Self>;
}

impl NormalCodec for u16 {
    type Angle = AsAngle<Self, false>;
    type Unit = Unit<Self>;
}

impl NormalCodec for f32 {
    type Angle = Self;
    type Unit = Self;
}

impl NormalCodec for AsHalf {
    type Angle = Self;
    type Unit = Self;
}

impl FloatCodec for f32 {
    const BYTES: usize = 4;
    const FLOAT: &'static TypeLayout<'static> = &TypeLayout::Number(NumberType::F32);

    #[inline(always)]
    fn put<B: ByteOrder, O: Output>(value: f64, out: &mut O) -> Result<(), EncodeError> {
        Number::put::<B, O>(value as Self, out);
        Ok(())
    }

    #[inline(always)]
    fn take<B: ByteOrder>(reader: &mut Reader<'_>) -> Result<f64, DecodeError> {
        <Self as Number>::take::<B>(reader).map(f64::from)
    }
}

impl<B: ByteOrder, C: NormalCodec> EncodeAs<Flat<B>, Vector2> for AsNormal<C> {
    const SIZE: Size = Size::fixed(<C::Angle as FloatCodec>::BYTES);
    const LAYOUT: &'static TypeLayout<'static> =
        &TypeLayout::Direction(<C::Angle as FloatCodec>::FLOAT);

    #[inline]
    fn encode_as<O: Output>(value: &Vector2, out: &mut O) -> Result<(), EncodeError> {
        C::Angle::put::<B, O>(rotation::angle(*value)?.into(), out)
    }
}

impl<'de, B: ByteOrder, C: NormalCodec> DecodeAs<'de, Flat<B>, Vector2> for AsNormal<C> {
    #[inline]
    fn decode_as(reader: &mut Reader<'de>) -> Result<Vector2, DecodeError> {
        let start = reader.position();
        rotation::from_angle(C::Angle::take::<B>(reader)?, start)
    }
}

impl<B: ByteOrder, C: NormalCodec> EncodeAs<Flat<B>, Vector3> for AsNormal<C> {
    const SIZE: Size = Size::fixed(<C::Unit as FloatCodec>::BYTES * 2);
    const LAYOUT: &'static TypeLayout<'static> =
        &TypeLayout::Octahedron(<C::Unit as FloatCodec>::FLOAT);

    #[inline]
    fn encode_as<O: Output>(value: &Vector3, out: &mut O) -> Result<(), EncodeError> {
        let (u, v) = rotation::octahedron(*value)?;
        C::Unit::put::<B, O>(u.into(), out)?;
        C::Unit::put::<B, O>(v.into(), out)
    }
}

impl<'de, B: ByteOrder, C: NormalCodec> DecodeAs<'de, Flat<B>, Vector3> for AsNormal<C> {
    #[inline]
    fn decode_as(reader: &mut Reader<'de>) -> Result<Vector3, DecodeError> {
        let start = reader.position();
        let u = C::Unit::take::<B>(reader)?;
        let v = C::Unit::take::<B>(reader)?;
        rotation::from_octahedron(u as f32, v as f32, start)
    }
}

/// The attribute `smallest_three`, with the bits of a component.
#[derive(Debug)]
pub struct AsSmallestThree<const BITS: u32>;

impl<B: ByteOrder, const BITS: u32> EncodeAs<Flat<B>, Quaternion> for AsSmallestThree<BITS> {
    const SIZE: Size = Size::smallest_three(BITS as u8);
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::SmallestThree(BITS as u8);

    #[inline]
    fn encode_as<O: Output>(value: &Quaternion, out: &mut O) -> Result<(), EncodeError> {
        let len = const { Size::smallest_three(BITS as u8).max };
        let number = rotation::smallest_three(*value, BITS, len as u32)?;
        let mut bytes = number.to_le_bytes();
        let used = bytes.get_mut(..len).unwrap_or_default();
        if B::BIG {
            used.reverse();
        }
        out.put_bytes(used);
        Ok(())
    }
}

impl<'de, B: ByteOrder, const BITS: u32> DecodeAs<'de, Flat<B>, Quaternion>
    for AsSmallestThree<BITS>
{
    #[inline]
    fn decode_as(reader: &mut Reader<'de>) -> Result<Quaternion, DecodeError> {
        let (start, len) = (reader.position(), const { Size::smallest_three(BITS as u8).max });
        let bytes = reader.take(len, "a rotation")?;
        let add = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        let number =
            if B::BIG { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) };
        rotation::from_smallest_three(number, BITS, len as u32, start)
    }
}
