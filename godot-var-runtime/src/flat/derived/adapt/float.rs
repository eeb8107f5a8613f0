//! `as = f16`, `range`, `angle` and `degrees`: floats, and the components of vectors, in fewer bytes.

use core::marker::PhantomData;

use crate::flat::Flat;
use crate::flat::format::half;
use crate::flat::format::quantize::{self, Quantum};
use crate::stream::layout::{NumberType, TypeLayout};
use crate::stream::numbers::Number;
use crate::stream::structures::real_structures;
use crate::stream::tuples::each_tuple;
use crate::stream::{ByteOrder, DecodeAs, EncodeAs, Size, Wire};
use crate::variant::math::Real;
use crate::{DecodeError, EncodeError, EncodeErrorKind, Output, Reader};

/// An encoding of one float.
pub trait FloatCodec {
    /// How many bytes it takes.
    const BYTES: usize;

    /// Its layout.
    const FLOAT: &'static TypeLayout<'static>;

    /// Writes a float.
    fn put<B: ByteOrder, O: Output>(value: f64, out: &mut O) -> Result<(), EncodeError>;

    /// Reads a float.
    fn take<B: ByteOrder>(reader: &mut Reader<'_>) -> Result<f64, DecodeError>;
}

/// The attribute `as = f16`.
#[derive(Debug)]
pub struct AsHalf;

impl FloatCodec for AsHalf {
    const BYTES: usize = 2;
    const FLOAT: &'static TypeLayout<'static> = &TypeLayout::Number(NumberType::F16);

    #[inline(always)]
    fn put<B: ByteOrder, O: Output>(value: f64, out: &mut O) -> Result<(), EncodeError> {
        match half::from_f64(value) {
            Some(half) => {
                half.put::<B, O>(out);
                Ok(())
            }
            None => Err(too_large(value)),
        }
    }

    #[inline(always)]
    fn take<B: ByteOrder>(reader: &mut Reader<'_>) -> Result<f64, DecodeError> {
        u16::take::<B>(reader).map(|half| f64::from(half::to_f32(half)))
    }
}

#[cold]
#[inline(never)]
fn too_large(value: f64) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::OutOfRange,
        alloc::format!("{value} would become infinite as an f16, whose largest value is 65504"),
    )
}

/// The attribute `range`, with the bits of both bounds.
#[derive(Debug)]
pub struct AsRange<U, const LOW: u64, const HIGH: u64, const CLAMP: bool>(PhantomData<U>);

/// An unsigned integer that counts steps, with its name in layouts.
pub trait Steps: Quantum {
    /// The name.
    const KIND: NumberType;
}

impl Steps for u8 {
    const KIND: NumberType = NumberType::U8;
}

impl Steps for u16 {
    const KIND: NumberType = NumberType::U16;
}

impl Steps for u32 {
    const KIND: NumberType = NumberType::U32;
}

impl<U: Steps, const LOW: u64, const HIGH: u64, const CLAMP: bool> FloatCodec
    for AsRange<U, LOW, HIGH, CLAMP>
{
    const BYTES: usize = size_of::<U>();
    const FLOAT: &'static TypeLayout<'static> = &TypeLayout::Range {
        low: f64::from_bits(LOW),
        high: f64::from_bits(HIGH),
        steps: U::KIND,
        clamp: CLAMP,
    };

    #[inline(always)]
    fn put<B: ByteOrder, O: Output>(value: f64, out: &mut O) -> Result<(), EncodeError> {
        let range = (f64::from_bits(LOW), f64::from_bits(HIGH));
        let step = quantize::step(value, range, U::MAX, CLAMP)?;
        U::of(step).put::<B, O>(out);
        Ok(())
    }

    #[inline(always)]
    fn take<B: ByteOrder>(reader: &mut Reader<'_>) -> Result<f64, DecodeError> {
        let range = (f64::from_bits(LOW), f64::from_bits(HIGH));
        U::take::<B>(reader).map(|step| quantize::value(step.get(), range, U::MAX))
    }
}

/// The attributes `angle` and `degrees`.
#[derive(Debug)]
pub struct AsAngle<U, const DEGREES: bool>(PhantomData<U>);

impl<U: Steps, const DEGREES: bool> FloatCodec for AsAngle<U, DEGREES> {
    const BYTES: usize = size_of::<U>();
    const FLOAT: &'static TypeLayout<'static> =
        &TypeLayout::Angle { degrees: DEGREES, steps: U::KIND };

    #[inline(always)]
    fn put<B: ByteOrder, O: Output>(value: f64, out: &mut O) -> Result<(), EncodeError> {
        let step = quantize::angle_step(value, quantize::turn(DEGREES), U::MAX)?;
        U::of(step).put::<B, O>(out);
        Ok(())
    }

    #[inline(always)]
    fn take<B: ByteOrder>(reader: &mut Reader<'_>) -> Result<f64, DecodeError> {
        let turn = quantize::turn(DEGREES);
        U::take::<B>(reader).map(|step| quantize::value(step.get(), (0.0, turn), U::MAX))
    }
}

/// Implements the encodings of floats for a type: `$put` and `$take` do so for one float.
macro_rules! codecs {
    ($ty:ty, $count:literal, $layout:expr, |$value:ident, $put:ident| $encode:block, |$take:ident| $decode:block) => {
        codecs!(@one [] AsHalf; $ty, $count, $layout, |$value, $put| $encode, |$take| $decode);
        codecs!(@one [U: Steps, const LOW: u64, const HIGH: u64, const CLAMP: bool]
            AsRange<U, LOW, HIGH, CLAMP>;
            $ty, $count, $layout, |$value, $put| $encode, |$take| $decode);
        codecs!(@one [U: Steps, const DEGREES: bool] AsAngle<U, DEGREES>;
            $ty, $count, $layout, |$value, $put| $encode, |$take| $decode);
    };
    (@one [$($params:tt)*] $codec:ty; $ty:ty, $count:literal, $layout:expr,
        |$value:ident, $put:ident| $encode:block, |$take:ident| $decode:block) => {
        impl<B_: ByteOrder, $($params)*> EncodeAs<Flat<B_>, $ty> for $codec {
            const SIZE: Size = Size::fixed(<Self as FloatCodec>::BYTES * $count);
            const LAYOUT: &'static TypeLayout<'static> = $layout;

            #[inline(always)]
            fn encode_as<O_: Output>(
                $value: &$ty,
                out: &mut O_,
            ) -> Result<(), EncodeError> {
                let mut $put = |float: f64| <Self as FloatCodec>::put::<B_, O_>(float, out);
                $encode
            }
        }

        impl<'de, B_: ByteOrder, $($params)*> DecodeAs<'de, Flat<B_>, $ty> for $codec {
            #[inline(always)]
            fn decode_as(reader: &mut Reader<'de>) -> Result<$ty, DecodeError> {
                let mut $take = || <Self as FloatCodec>::take::<B_>(reader);
                $decode
            }
        }
    };
}

macro_rules! floats {
    ($($real:ident)*) => {$(
        codecs!($real, 1, <Self as FloatCodec>::FLOAT,
            |value, put| { put(value.to_f64()) },
            |take| { take().map(Real::from_f64) });
    )*};
}

floats! { f32 f64 }

macro_rules! structure {
    ($name:literal $ty:ty, $real:ident, $count:literal: $($($part:ident).+),*) => {
        codecs!($ty, $count,
            &TypeLayout::Components($name, $count, <Self as FloatCodec>::FLOAT),
            |value, put| {
                $(put(value.$($part).+.to_f64())?;)*
                Ok(())
            },
            |take| {
                let mut value = <$ty>::default();
                $(value.$($part).+ = Real::from_f64(take()?);)*
                Ok(value)
            });
    };
}

real_structures! { structure }

/// A tuple whose elements are all encoded as `Self`.
macro_rules! tuples {
    ($(($($name:ident $position:tt)*))*) => {$(
        tuples! { @one [] AsHalf; $($name $position)* }
        tuples! {
            @one [U: Steps, const LOW: u64, const HIGH: u64, const CLAMP: bool]
            AsRange<U, LOW, HIGH, CLAMP>; $($name $position)*
        }
        tuples! { @one [U: Steps, const DEGREES: bool] AsAngle<U, DEGREES>; $($name $position)* }
    )*};
    (@one [$($params:tt)*] $codec:ty; $($name:ident $position:tt)*) => {
        impl<W_: Wire, $($name,)* $($params)*> EncodeAs<W_, ($($name,)*)> for $codec
        where
            $(Self: EncodeAs<W_, $name>,)*
        {
            const SIZE: Size = Size::NONE$(.and(<Self as EncodeAs<W_, $name>>::SIZE))*;
            const LAYOUT: &'static TypeLayout<'static> =
                &TypeLayout::Tuple(&[$(<Self as EncodeAs<W_, $name>>::LAYOUT),*]);

            #[inline]
            fn encode_as<O_: Output>(
                value: &($($name,)*),
                out: &mut O_,
            ) -> Result<(), EncodeError> {
                $(
                    <Self as EncodeAs<W_, $name>>::encode_as(&value.$position, out)
                        .map_err(|error| error.in_index($position))?;
                )*
                Ok(())
            }
        }

        impl<'de, W_: Wire, $($name,)* $($params)*> DecodeAs<'de, W_, ($($name,)*)> for $codec
        where
            $(Self: DecodeAs<'de, W_, $name>,)*
        {
            #[inline]
            fn decode_as(reader: &mut Reader<'de>) -> Result<($($name,)*), DecodeError> {
                Ok(($(
                    <Self as DecodeAs<'de, W_, $name>>::decode_as(reader)
                        .map_err(|error| error.in_index($position))?,
                )*))
            }
        }
    };
}

each_tuple!(tuples);
