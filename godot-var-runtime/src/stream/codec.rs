//! An encoding that is not that of a type of its own.

use alloc::boxed::Box;

use super::layout::TypeLayout;
use super::list::{any, encode_each};
use super::size::Size;
use super::wire::Wire;
use super::{Decode, Encode};
use crate::{DecodeError, EncodeError, Output, Reader};

/// Writes a `T` on the wire `W` in the encoding that `Self` names.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be written in this way",
    label = "the attributes of this field do not fit its type"
)]
pub trait EncodeAs<W: Wire, T: ?Sized> {
    /// How many bytes the values take.
    const SIZE: Size;

    /// The layout.
    const LAYOUT: &'static TypeLayout<'static>;

    /// Whether a list of these is bytes.
    const IS_BYTE: bool = false;

    /// Writes the value.
    ///
    /// # Errors
    /// For a value that the wire cannot hold.
    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError>;

    /// Writes elements one after the other.
    #[inline]
    fn encode_all_as<O: Output>(list: &[T], out: &mut O) -> Result<(), EncodeError>
    where
        T: Sized,
        Self: Sized,
    {
        encode_each::<W, Self, T, O>(list, out)
    }
}

/// Reads a `T` on the wire `W` in the encoding that `Self` names.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be read in this way",
    label = "the attributes of this field do not fit its type"
)]
pub trait DecodeAs<'de, W: Wire, T>: EncodeAs<W, T> + Sized {
    /// Reads a value.
    ///
    /// # Errors
    /// For bytes that are not a value.
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError>;

    /// Whether [`decode_any_as`](Self::decode_any_as) reads values whose size says that all bytes are one. A type by hand may have such a size, and
    /// refuse some.
    const ANY: bool = false;

    /// Reads a value of bytes that all are one, as [`Size::any_bytes`] says.
    #[inline(always)]
    fn decode_any_as(bytes: &mut &'de [u8]) -> T {
        any::<W, Self, T>(bytes)
    }

    /// Whether [`decode_block_as`](Self::decode_block_as) reads lists, whose elements take as many bytes in memory as on the wire.
    const IS_BLOCK: bool = false;

    /// Reads the elements of which these are the bytes; `None` if some are refused.
    #[inline(always)]
    fn decode_block_as(_: &'de [u8]) -> Option<Box<[T]>> {
        None
    }

    /// Takes elements that are bytes, and stay in the message.
    #[inline(always)]
    fn borrow_all_as<'a>(_: &mut Reader<'de>, _count: usize) -> Option<Result<&'a [T], DecodeError>>
    where
        'de: 'a,
        T: 'a,
    {
        None
    }
}

/// No attribute: the encoding of the type of its own.
#[derive(Debug)]
pub struct Plain;

impl<W: Wire, T: Encode<W> + ?Sized> EncodeAs<W, T> for Plain {
    const SIZE: Size = T::SIZE;
    const LAYOUT: &'static TypeLayout<'static> = T::LAYOUT;
    const IS_BYTE: bool = T::IS_BYTE;

    #[inline(always)]
    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        value.encode(out)
    }

    #[inline(always)]
    fn encode_all_as<O: Output>(list: &[T], out: &mut O) -> Result<(), EncodeError>
    where
        T: Sized,
    {
        T::encode_all(list, out)
    }
}

impl<'de, W: Wire, T: Decode<'de, W>> DecodeAs<'de, W, T> for Plain {
    const ANY: bool = T::ANY;
    const IS_BLOCK: bool = T::IS_BLOCK;

    #[inline(always)]
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        T::decode(reader)
    }

    #[inline(always)]
    fn decode_any_as(bytes: &mut &'de [u8]) -> T {
        T::decode_any(bytes)
    }

    #[inline(always)]
    fn decode_block_as(bytes: &'de [u8]) -> Option<Box<[T]>> {
        T::decode_block(bytes)
    }

    #[inline(always)]
    fn borrow_all_as<'a>(
        reader: &mut Reader<'de>,
        count: usize,
    ) -> Option<Result<&'a [T], DecodeError>>
    where
        'de: 'a,
        T: 'a,
    {
        T::borrow_all(reader, count)
    }
}

/// Implements both traits for types by an encoding.
macro_rules! own_types {
    ($($(#[$attr:meta])* [$($encode:tt)*] [$($decode:tt)*] $ty:ty: $wire:ty, $codec:ty;)*) => {$(
        $crate::stream::codec::own_types! {
            @of $(#[$attr])* [$($encode)*] [$($decode)*] $ty: $wire, $ty, $codec,
            |value| value, |decoded| decoded
        }
    )*};
    (
        @of $(#[$attr:meta])* [$($encode:tt)*] [$($decode:tt)*] $ty:ty: $wire:ty, $inner:ty, $codec:ty,
        |$value:ident| $as_inner:expr, |$decoded:ident| $of_inner:expr
    ) => {
        $(#[$attr])*
        impl<$($encode)*> $crate::stream::Encode<$wire> for $ty {
            const LAYOUT: &'static $crate::stream::layout::TypeLayout<'static> =
                <$codec as $crate::stream::EncodeAs<$wire, $inner>>::LAYOUT;
            const SIZE: $crate::stream::Size =
                <$codec as $crate::stream::EncodeAs<$wire, $inner>>::SIZE;

            #[inline(always)]
            fn encode<Out: $crate::Output>(
                &self,
                out: &mut Out,
            ) -> Result<(), $crate::EncodeError> {
                let $value = self;
                <$codec as $crate::stream::EncodeAs<$wire, $inner>>::encode_as($as_inner, out)
            }
        }

        $(#[$attr])*
        impl<$($decode)*> $crate::stream::Decode<'de, $wire> for $ty {
            const ANY: bool = <$codec as $crate::stream::DecodeAs<'de, $wire, $inner>>::ANY;

            #[inline(always)]
            fn decode(
                reader: &mut $crate::Reader<'de>,
            ) -> Result<Self, $crate::DecodeError> {
                let $decoded =
                    <$codec as $crate::stream::DecodeAs<'de, $wire, $inner>>::decode_as(reader);
                $of_inner
            }

            #[inline(always)]
            fn decode_any(bytes: &mut &'de [u8]) -> Self {
                let $decoded = Ok::<_, core::convert::Infallible>(
                    <$codec as $crate::stream::DecodeAs<'de, $wire, $inner>>::decode_any_as(bytes),
                );
                let Ok(value) = $of_inner;
                value
            }
        }
    };
}

/// Implements both traits for a struct with one field by an encoding of that.
macro_rules! wrappers {
    ($([$($encode:tt)*] [$($decode:tt)*] $ty:ty: $wire:ty, $inner:ty, $codec:ty;)*) => {$(
        $crate::stream::codec::own_types! {
            @of [$($encode)*] [$($decode)*] $ty: $wire, $inner, $codec,
            |value| &value.0, |decoded| decoded.map(Self)
        }
    )*};
}

pub(crate) use {own_types, wrappers};
