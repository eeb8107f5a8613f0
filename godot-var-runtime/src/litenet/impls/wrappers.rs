//! The types that select another type's encoding.

use alloc::borrow::Cow;

use crate::litenet::derived::adapt::{AsPacked, AsZigzag, DecodeField, EncodeField};
use crate::litenet::format::era::Era;
use crate::litenet::format::numbers::{PackedInt, ZigzagInt};
use crate::litenet::format::texts;
use crate::litenet::values::wrappers::{LengthPrefixed, Packed, Rest, Zigzag};
use crate::litenet::{DecodeLiteNet, EncodeLiteNet};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

macro_rules! wrappers {
    ($($wrapper:ident, $codec:ident, $bound:ident;)*) => {$(
        impl<E: Era, T: $bound> EncodeLiteNet<E> for $wrapper<T> {
            #[inline]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                <$codec as EncodeField<E, T>>::encode_field(&self.0, out)
            }
        }

        impl<'de, E: Era, T: $bound> DecodeLiteNet<'de, E> for $wrapper<T> {
            const MIN_SIZE: usize = 1;
            const WHAT: &'static str = T::WHAT;

            #[inline]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                <$codec as DecodeField<'de, E, T>>::decode_field(reader).map(Self)
            }
        }
    )*};
}

wrappers! {
    Packed, AsPacked, PackedInt;
    Zigzag, AsZigzag, ZigzagInt;
}

impl<E: Era> EncodeLiteNet<E> for Rest<'_> {
    #[inline]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_bytes(&self.0);
        Ok(())
    }
}

impl<'de: 'a, 'a, E: Era> DecodeLiteNet<'de, E> for Rest<'a> {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        Ok(Self(Cow::Borrowed(reader.take_rest())))
    }
}

impl<E: Era, T: EncodeLiteNet<E>> EncodeLiteNet<E> for LengthPrefixed<T> {
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.enter()?;
        let start = out.position();
        out.put_bytes(&[0; 2]);
        self.0.encode(out)?;
        let len = out.position() - start - 2;
        let Ok(prefix) = u16::try_from(len) else {
            return Err(texts::too_long("a value", len, 0xffff));
        };
        out.replace(start, &prefix.to_le_bytes());
        out.leave();
        Ok(())
    }
}

impl<'de, E: Era, T: DecodeLiteNet<'de, E>> DecodeLiteNet<'de, E> for LengthPrefixed<T> {
    const MIN_SIZE: usize = 2;
    const WHAT: &'static str = "the length of a value";

    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        inside(reader, T::decode).map(Self)
    }

    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        inside(reader, |part| T::decode_in_place(part, &mut place.0))
    }
}

/// Reads a length and the value that it covers.
#[inline(always)]
fn inside<'de, T>(
    reader: &mut Reader<'de>,
    decode: impl FnOnce(&mut Reader<'de>) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    let len = u16::from_le_bytes(reader.array("the length of a value")?);
    reader.enter()?;
    let mut part = reader.part(usize::from(len), "a value after its length")?;
    let value = decode(&mut part)?;
    reader.spend(&part);
    if part.remaining() > 0 && reader.limits().canonical {
        return Err(DecodeError::new(
            DecodeErrorKind::InvalidLength,
            part.position(),
            "the end of a value",
            alloc::format!("{} bytes more", part.remaining()),
        ));
    }
    reader.seek(reader.position() + usize::from(len));
    reader.leave();
    Ok(value)
}
