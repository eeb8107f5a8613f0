//! The encoding of a value as that of an `Option`, an array or a pointer.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;
use core::marker::PhantomData;

use super::codec::{DecodeAs, EncodeAs};
use super::layout::TypeLayout;
use super::length::Counted;
use super::numbers;
use super::record::MOST_ROOM;
use super::size::Size;
use super::wire::Wire;
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

/// A byte 0, or 1 and the value encoded as `C`.
#[derive(Debug)]
pub struct InOption<C>(PhantomData<C>);

impl<W: Wire, C: EncodeAs<W, T>, T> EncodeAs<W, Option<T>> for InOption<C> {
    const SIZE: Size = Size::fixed(1).and(C::SIZE.or(Size::fixed(0)));
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Option(C::LAYOUT);

    #[inline(always)]
    fn encode_as<O: Output>(value: &Option<T>, out: &mut O) -> Result<(), EncodeError> {
        match value {
            None => {
                out.put_bytes(&[0]);
                Ok(())
            }
            Some(value) => {
                let len = const { C::SIZE.max.saturating_add(1) };
                if const { C::SIZE.is_fixed() } && len <= MOST_ROOM {
                    return out.put_within(len, true, |room| {
                        room.put_bytes(&[1]);
                        C::encode_as(value, room)
                    });
                }
                out.put_bytes(&[1]);
                C::encode_as(value, out)
            }
        }
    }
}

impl<'de, W: Wire, C: DecodeAs<'de, W, T>, T> DecodeAs<'de, W, Option<T>> for InOption<C> {
    #[inline(always)]
    fn decode_as(reader: &mut Reader<'de>) -> Result<Option<T>, DecodeError> {
        let present = take_bool::<W>(reader, "an Option", "0 or 1 before an optional value")?;
        if present { C::decode_as(reader).map(Some) } else { Ok(None) }
    }
}

/// Reads a bool; `what` and `expected` are its names in errors.
#[inline(always)]
pub(super) fn take_bool<W: Wire>(
    reader: &mut Reader<'_>,
    what: &'static str,
    expected: &'static str,
) -> Result<bool, DecodeError> {
    match numbers::array(reader, what)? {
        [0] => Ok(false),
        [1] => Ok(true),
        [byte] => match W::other_bool(reader.limits()) {
            Some(value) => Ok(value),
            None => Err(not_a_bool(reader.position() - 1, expected, byte)),
        },
    }
}

#[cold]
#[inline(never)]
fn not_a_bool(at: usize, expected: &'static str, byte: u8) -> DecodeError {
    DecodeError::new(DecodeErrorKind::InvalidValue, at, expected, alloc::format!("{byte}"))
}

/// Elements encoded as `C`, without a count.
#[derive(Debug)]
pub struct InArray<C>(PhantomData<C>);

impl<W: Wire, C: EncodeAs<W, T>, T, const N: usize> EncodeAs<W, [T; N]> for InArray<C> {
    const SIZE: Size = C::SIZE.times(N);
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Array(N, C::LAYOUT);

    #[inline(always)]
    fn encode_as<O: Output>(elements: &[T; N], out: &mut O) -> Result<(), EncodeError> {
        C::encode_all_as(elements, out)
    }
}

impl<'de, W: Wire, C: DecodeAs<'de, W, T>, T, const N: usize> DecodeAs<'de, W, [T; N]>
    for InArray<C>
{
    const ANY: bool = C::ANY;

    #[inline]
    fn decode_as(reader: &mut Reader<'de>) -> Result<[T; N], DecodeError> {
        if reader.remaining() < const { C::SIZE.times(N).min } {
            return Err(reader.incomplete("an array"));
        }
        if const { C::SIZE.min == 0 } {
            reader.count_empty::<T>(N)?;
        }
        let mut slots = [const { None }; N];
        for (index, slot) in slots.iter_mut().enumerate() {
            match C::decode_as(reader) {
                Ok(element) => *slot = Some(element),
                Err(error) => return Err(error.in_index(index)),
            }
        }
        Ok(slots.map(filled))
    }

    #[inline(always)]
    fn decode_any_as(bytes: &mut &'de [u8]) -> [T; N] {
        core::array::from_fn(|_| C::decode_any_as(bytes))
    }
}

#[expect(clippy::unreachable, reason = "called when every slot was filled")]
#[inline(always)]
fn filled<T>(slot: Option<T>) -> T {
    match slot {
        Some(element) => element,
        None => unreachable!("every element was read"),
    }
}

/// A pointer to a value encoded as `C`. It counts as a level, as a type may hold itself through it.
#[derive(Debug)]
pub struct InPointer<C>(PhantomData<C>);

macro_rules! pointers {
    ($($pointer:ident)*) => {$(
        impl<W: Wire, C: EncodeAs<W, T>, T> EncodeAs<W, $pointer<T>> for InPointer<C> {
            // Its level may be one too many.
            const SIZE: Size = C::SIZE.refusing();
            const LAYOUT: &'static TypeLayout<'static> = C::LAYOUT;

            #[inline]
            fn encode_as<O: Output>(
                pointer: &$pointer<T>,
                out: &mut O,
            ) -> Result<(), EncodeError> {
                out.enter()?;
                C::encode_as(pointer, out)?;
                out.leave();
                Ok(())
            }
        }

        impl<'de, W: Wire, C: DecodeAs<'de, W, T>, T> DecodeAs<'de, W, $pointer<T>>
            for InPointer<C>
        {
            #[inline]
            fn decode_as(reader: &mut Reader<'de>) -> Result<$pointer<T>, DecodeError> {
                reader.enter()?;
                let value = C::decode_as(reader)?;
                reader.leave();
                Ok($pointer::new(value))
            }
        }
    )*};
}

pointers! { Box Rc Arc }

/// Implements an encoding for a type by another encoding, on every wire that has the other.
macro_rules! by {
    ([$($params:tt)*] $codec:ty as $ty:ty: $other:ty) => {
        impl<Wire_: $crate::stream::Wire, $($params)*> $crate::stream::EncodeAs<Wire_, $ty> for $codec
        where
            $other: $crate::stream::EncodeAs<Wire_, $ty>,
        {
            const SIZE: $crate::stream::Size =
                <$other as $crate::stream::EncodeAs<Wire_, $ty>>::SIZE;
            const LAYOUT: &'static $crate::stream::layout::TypeLayout<'static> =
                <$other as $crate::stream::EncodeAs<Wire_, $ty>>::LAYOUT;

            #[inline(always)]
            fn encode_as<Out_: $crate::Output>(
                value: &$ty,
                out: &mut Out_,
            ) -> Result<(), $crate::EncodeError> {
                <$other as $crate::stream::EncodeAs<Wire_, $ty>>::encode_as(value, out)
            }
        }

        impl<'de, Wire_: $crate::stream::Wire, $($params)*> $crate::stream::DecodeAs<'de, Wire_, $ty>
            for $codec
        where
            $other: $crate::stream::DecodeAs<'de, Wire_, $ty>,
        {
            #[inline(always)]
            fn decode_as(
                reader: &mut $crate::Reader<'de>,
            ) -> Result<$ty, $crate::DecodeError> {
                <$other as $crate::stream::DecodeAs<'de, Wire_, $ty>>::decode_as(reader)
            }
        }
    };
}

/// An `Option` or an array of values in an encoding has the encoding's name, too.
macro_rules! pass {
    ($([$($params:tt)*] $codec:ty;)*) => {$(
        $crate::stream::wrappers::by!([T, $($params)*] $codec as Option<T>: $crate::stream::wrappers::InOption<$codec>);
        $crate::stream::wrappers::by!([T, const N: usize, $($params)*] $codec as [T; N]: $crate::stream::wrappers::InArray<$codec>);
    )*};
}

pub(crate) use {by, pass};

pass! {
    [L, C, const MOST: usize] Counted<L, C, MOST>;
}
