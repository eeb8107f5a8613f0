//! The types that select another type's encoding.

use alloc::borrow::Cow;

use crate::litenet::LiteNet;
use crate::litenet::derived::adapt::{AsPacked, AsZigzag};
use crate::litenet::format::era::Era;
use crate::litenet::format::numbers::{PackedInt, ZigzagInt};
use crate::litenet::values::wrappers::{LengthPrefixed, Packed, Rest, Zigzag};
use crate::stream::codec::wrappers;
use crate::stream::layout::TypeLayout;
use crate::stream::{Decode, Encode, Size, rest, texts};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

wrappers! {
    [E: Era, T: PackedInt] ['de, E: Era, T: PackedInt] Packed<T>: LiteNet<E>, T, AsPacked;
    [E: Era, T: ZigzagInt] ['de, E: Era, T: ZigzagInt] Zigzag<T>: LiteNet<E>, T, AsZigzag;
    ['a, E: Era] ['de: 'a, 'a, E: Era] Rest<'a>: LiteNet<E>, Cow<'a, [u8]>, rest::Rest;
}

impl<E: Era, T: Encode<LiteNet<E>>> Encode<LiteNet<E>> for LengthPrefixed<T> {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Named("length prefixed", T::LAYOUT);
    const SIZE: Size = Size::at_least(2);

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

impl<'de, E: Era, T: Decode<'de, LiteNet<E>>> Decode<'de, LiteNet<E>> for LengthPrefixed<T> {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        inside(reader, T::decode).map(Self)
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
