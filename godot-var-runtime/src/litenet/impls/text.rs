//! Texts, owned and borrowed.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;

use crate::litenet::format::era::{Era, is_2018};
use crate::litenet::format::texts;
use crate::litenet::{DecodeLiteNet, EncodeLiteNet};
use crate::{DecodeError, EncodeError, Output, Reader};

impl<E: Era> EncodeLiteNet<E> for str {
    #[inline]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        texts::write::<E, O>(self, out)
    }
}

macro_rules! strings {
    ($([$($life:lifetime)?] $text:ty, $read:expr $(, $read_in_place:expr)?;)*) => {$(
        impl<$($life,)? E: Era> EncodeLiteNet<E> for $text {
            #[inline]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                texts::write::<E, O>(self, out)
            }
        }

        impl<'de $(: $life, $life)?, E: Era> DecodeLiteNet<'de, E> for $text {
            const MIN_SIZE: usize = if is_2018::<E>() { 4 } else { 2 };
            const WHAT: &'static str = texts::LENGTH;

            #[inline]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                $read(reader)
            }

            $(
                fn decode_in_place(
                    reader: &mut Reader<'de>,
                    place: &mut Self,
                ) -> Result<(), DecodeError> {
                    $read_in_place(reader, place)
                }
            )?
        }
    )*};
}

strings! {
    [] String, |reader| texts::read::<E>(reader).map(Cow::into_owned),
        |reader, place| texts::read::<E>(reader).map(|text| texts::set(place, &text));
    [] Box<str>, |reader| texts::read::<E>(reader).map(Into::into);
    ['a] Cow<'a, str>, texts::read::<E>;
}

impl<E: Era> EncodeLiteNet<E> for &str {
    #[inline]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        texts::write::<E, O>(self, out)
    }
}

impl<'de: 'a, 'a, E: Era> DecodeLiteNet<'de, E> for &'a str {
    const MIN_SIZE: usize = if is_2018::<E>() { 4 } else { 2 };
    const WHAT: &'static str = texts::LENGTH;

    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        texts::read_str::<E>(reader)
    }
}
