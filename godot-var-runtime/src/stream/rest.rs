//! The bytes to the end of a message.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::codec::{DecodeAs, EncodeAs};
use super::layout::TypeLayout;
use super::size::Size;
use super::wire::Wire;
use crate::{DecodeError, EncodeError, Output, Reader};

/// Bytes, borrowed or owned: a field with `rest` or `variable`, or the second field of a variant with `other`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold bytes",
    label = "use `Vec<u8>`, `&[u8]`, `Box<[u8]>` or `Cow<[u8]>`"
)]
pub trait RestField<'de>: AsRef<[u8]> {
    /// Named, not called.
    fn check() {}

    /// Takes the bytes.
    fn from_rest(rest: &'de [u8]) -> Self;
}

macro_rules! rests {
    ($([$($life:lifetime)?] $ty:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'de $(: $life, $life)?> RestField<'de> for $ty {
            #[inline]
            fn from_rest(rest: &'de [u8]) -> Self {
                rest.into()
            }
        }
    )*};
}

rests! {
    [] Vec<u8>;
    [] Box<[u8]>;
    ['a] &'a [u8];
    ['a] Cow<'a, [u8]>;
}

/// All bytes to the end of the message.
#[derive(Debug)]
pub struct Rest;

impl<W: Wire, T: AsRef<[u8]>> EncodeAs<W, T> for Rest {
    const SIZE: Size = Size::ANY;
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Custom("rest");

    #[inline(always)]
    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        out.put_bytes(value.as_ref());
        Ok(())
    }
}

impl<'de, W: Wire, T: RestField<'de>> DecodeAs<'de, W, T> for Rest {
    #[inline(always)]
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        Ok(T::from_rest(reader.take_rest()))
    }
}
