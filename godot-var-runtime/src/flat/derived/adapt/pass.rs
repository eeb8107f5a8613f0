//! The encoding of a value as that of an `Option`, an array or a list of such values.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::marker::PhantomData;
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

use super::{
    AsAngle, AsHalf, AsLenient, AsNormal, AsRange, AsSmallestThree, AsVarint, CString, Counted,
    DecodeField, EncodeField, LenVarint, NO_BOUND,
};
use crate::flat::derived::MOST_ROOM;
use crate::flat::format::numbers;
use crate::flat::format::order::ByteOrder;
use crate::flat::format::size::Size;
use crate::flat::layout::TypeLayout;
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

/// A byte 0, or 1 and the value encoded as `C`.
#[derive(Debug)]
pub struct InOption<C>(PhantomData<C>);

impl<C: EncodeField<T>, T> EncodeField<Option<T>> for InOption<C> {
    const SIZE: Size = Size::fixed(1).and(C::SIZE.or(Size::fixed(0)));
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Option(C::LAYOUT);

    #[inline(always)]
    fn encode_field<B: ByteOrder, O: Output>(
        value: &Option<T>,
        out: &mut O,
    ) -> Result<(), EncodeError> {
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
                        C::encode_field::<B, _>(value, room)
                    });
                }
                out.put_bytes(&[1]);
                C::encode_field::<B, O>(value, out)
            }
        }
    }
}

/// Reads whether there is a value.
#[inline(always)]
fn presence(reader: &mut Reader<'_>) -> Result<bool, DecodeError> {
    match numbers::array(reader, "an Option")? {
        [0] => Ok(false),
        [1] => Ok(true),
        [byte] => Err(no_presence(reader.position() - 1, byte)),
    }
}

#[cold]
#[inline(never)]
fn no_presence(at: usize, byte: u8) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::InvalidValue,
        at,
        "0 or 1 before an optional value",
        alloc::format!("{byte}"),
    )
}

impl<'de, C: DecodeField<'de, T>, T> DecodeField<'de, Option<T>> for InOption<C> {
    #[inline(always)]
    fn decode_field<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Option<T>, DecodeError> {
        if presence(reader)? { C::decode_field::<B>(reader).map(Some) } else { Ok(None) }
    }

    #[inline(always)]
    fn decode_field_in_place<B: ByteOrder>(
        reader: &mut Reader<'de>,
        place: &mut Option<T>,
    ) -> Result<(), DecodeError> {
        match (presence(reader)?, &mut *place) {
            (false, _) => *place = None,
            (true, Some(value)) => C::decode_field_in_place::<B>(reader, value)?,
            (true, None) => *place = Some(C::decode_field::<B>(reader)?),
        }
        Ok(())
    }
}

/// Elements encoded as `C`, without a count.
#[derive(Debug)]
pub struct InArray<C>(PhantomData<C>);

impl<C: EncodeField<T>, T, const N: usize> EncodeField<[T; N]> for InArray<C> {
    const SIZE: Size = C::SIZE.times(N);
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Array(N, C::LAYOUT);

    #[inline(always)]
    fn encode_field<B: ByteOrder, O: Output>(
        elements: &[T; N],
        out: &mut O,
    ) -> Result<(), EncodeError> {
        C::encode_elements::<B, O>(elements, out)
    }
}

impl<'de, C: DecodeField<'de, T>, T, const N: usize> DecodeField<'de, [T; N]> for InArray<C> {
    #[inline]
    fn decode_field<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<[T; N], DecodeError> {
        if reader.remaining() < const { C::SIZE.times(N).min } {
            return Err(reader.incomplete("an array"));
        }
        if const { C::SIZE.min == 0 } {
            reader.count_empty::<T>(N)?;
        }
        let mut slots = [const { None }; N];
        for (index, slot) in slots.iter_mut().enumerate() {
            match C::decode_field::<B>(reader) {
                Ok(element) => *slot = Some(element),
                Err(error) => return Err(error.in_index(index)),
            }
        }
        Ok(slots.map(filled))
    }

    #[inline]
    fn decode_field_in_place<B: ByteOrder>(
        reader: &mut Reader<'de>,
        place: &mut [T; N],
    ) -> Result<(), DecodeError> {
        if reader.remaining() < const { C::SIZE.times(N).min } {
            return Err(reader.incomplete("an array"));
        }
        for (index, element) in place.iter_mut().enumerate() {
            C::decode_field_in_place::<B>(reader, element)
                .map_err(|error| error.in_index(index))?;
        }
        Ok(())
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

/// Writes what a pointer points to.
#[inline(always)]
fn through_pointer<O: Output>(
    out: &mut O,
    encode: impl FnOnce(&mut O) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    out.enter()?;
    encode(out)?;
    out.leave();
    Ok(())
}

macro_rules! pointers {
    ($($pointer:ident)*) => {$(
        impl<C: EncodeField<T>, T> EncodeField<$pointer<T>> for InPointer<C> {
            const SIZE: Size = C::SIZE;
            const LAYOUT: &'static TypeLayout<'static> = C::LAYOUT;

            #[inline]
            fn encode_field<B: ByteOrder, O: Output>(
                pointer: &$pointer<T>,
                out: &mut O,
            ) -> Result<(), EncodeError> {
                through_pointer(out, |out| C::encode_field::<B, O>(pointer, out))
            }
        }

        impl<'de, C: DecodeField<'de, T>, T> DecodeField<'de, $pointer<T>> for InPointer<C> {
            #[inline]
            fn decode_field<B: ByteOrder>(
                reader: &mut Reader<'de>,
            ) -> Result<$pointer<T>, DecodeError> {
                reader.enter()?;
                let value = C::decode_field::<B>(reader)?;
                reader.leave();
                Ok($pointer::new(value))
            }
        }
    )*};
}

pointers! { Rc Arc }

impl<C: EncodeField<T>, T> EncodeField<Box<T>> for InPointer<C> {
    const SIZE: Size = C::SIZE;
    const LAYOUT: &'static TypeLayout<'static> = C::LAYOUT;

    #[inline]
    fn encode_field<B: ByteOrder, O: Output>(
        pointer: &Box<T>,
        out: &mut O,
    ) -> Result<(), EncodeError> {
        through_pointer(out, |out| C::encode_field::<B, O>(pointer, out))
    }
}

impl<'de, C: DecodeField<'de, T>, T> DecodeField<'de, Box<T>> for InPointer<C> {
    #[inline]
    fn decode_field<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Box<T>, DecodeError> {
        reader.enter()?;
        let value = C::decode_field::<B>(reader)?;
        reader.leave();
        Ok(Box::new(value))
    }

    #[inline]
    fn decode_field_in_place<B: ByteOrder>(
        reader: &mut Reader<'de>,
        place: &mut Box<T>,
    ) -> Result<(), DecodeError> {
        reader.enter()?;
        C::decode_field_in_place::<B>(reader, place)?;
        reader.leave();
        Ok(())
    }
}

/// Implements an encoding for a type by another encoding.
macro_rules! by {
    ([$($params:tt)*] $codec:ty as $ty:ty: $other:ty) => {
        impl<$($params)*> EncodeField<$ty> for $codec
        where
            $other: EncodeField<$ty>,
        {
            const SIZE: Size = <$other as EncodeField<$ty>>::SIZE;
            const LAYOUT: &'static TypeLayout<'static> = <$other as EncodeField<$ty>>::LAYOUT;

            #[inline(always)]
            fn encode_field<B_: ByteOrder, O_: Output>(
                value: &$ty,
                out: &mut O_,
            ) -> Result<(), EncodeError> {
                <$other as EncodeField<$ty>>::encode_field::<B_, O_>(value, out)
            }
        }

        impl<'de, $($params)*> DecodeField<'de, $ty> for $codec
        where
            $other: DecodeField<'de, $ty>,
        {
            #[inline(always)]
            fn decode_field<B_: ByteOrder>(reader: &mut Reader<'de>) -> Result<$ty, DecodeError> {
                <$other as DecodeField<'de, $ty>>::decode_field::<B_>(reader)
            }

            #[inline(always)]
            fn decode_field_in_place<B_: ByteOrder>(
                reader: &mut Reader<'de>,
                place: &mut $ty,
            ) -> Result<(), DecodeError> {
                <$other as DecodeField<'de, $ty>>::decode_field_in_place::<B_>(reader, place)
            }
        }
    };
}

macro_rules! pass {
    ($([$($params:tt)*] $codec:ty;)*) => {$(
        by!([T, $($params)*] $codec as Option<T>: InOption<$codec>);
        by!([T, const N: usize, $($params)*] $codec as [T; N]: InArray<$codec>);
    )*};
}

macro_rules! pass_elements {
    ($([$($params:tt)*] $codec:ty;)*) => {$(
        pass! { [$($params)*] $codec; }
        by!([T, $($params)*] $codec as Vec<T>: Counted<LenVarint, $codec, NO_BOUND>);
        by!([T, $($params)*] $codec as Box<[T]>: Counted<LenVarint, $codec, NO_BOUND>);
        by!([T, $($params)*] $codec as VecDeque<T>: Counted<LenVarint, $codec, NO_BOUND>);
        by!([T, $($params)*] $codec as BTreeSet<T>: Counted<LenVarint, $codec, NO_BOUND>);
        by!([K, V, $($params)*] $codec as BTreeMap<K, V>: Counted<LenVarint, $codec, NO_BOUND>);
        #[cfg(feature = "std")]
        by!([T, S, $($params)*] $codec as HashSet<T, S>: Counted<LenVarint, $codec, NO_BOUND>);
        #[cfg(feature = "std")]
        by!([K, V, S, $($params)*] $codec as HashMap<K, V, S>: Counted<LenVarint, $codec, NO_BOUND>);
    )*};
}

pass! {
    [L, C, const MOST: usize] Counted<L, C, MOST>;
}

pass_elements! {
    [] AsVarint;
    [] AsHalf;
    [] AsLenient;
    [U, const LOW: u64, const HIGH: u64, const CLAMP: bool] AsRange<U, LOW, HIGH, CLAMP>;
    [U, const DEGREES: bool] AsAngle<U, DEGREES>;
    [C] AsNormal<C>;
    [const BITS: u32] AsSmallestThree<BITS>;
    [const MOST: usize] CString<MOST>;
}
