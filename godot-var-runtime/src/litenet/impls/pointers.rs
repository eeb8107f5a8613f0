//! `Option` and `Box`.

use alloc::boxed::Box;

use crate::litenet::format::era::Era;
use crate::litenet::{DecodeLiteNet, EncodeLiteNet};
use crate::{DecodeError, EncodeError, Output, Reader};

/// `Nullable`: whether there is a value, then the value.
impl<E: Era, T: EncodeLiteNet<E>> EncodeLiteNet<E> for Option<T> {
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        EncodeLiteNet::<E>::encode(&self.is_some(), out)?;
        self.as_ref().map_or(Ok(()), |value| value.encode(out))
    }
}

impl<'de, E: Era, T: DecodeLiteNet<'de, E>> DecodeLiteNet<'de, E> for Option<T> {
    const MIN_SIZE: usize = 1;

    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let present = <bool as DecodeLiteNet<'de, E>>::decode(reader)?;
        if present { T::decode(reader).map(Some) } else { Ok(None) }
    }

    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        let present = <bool as DecodeLiteNet<'de, E>>::decode(reader)?;
        match place {
            Some(value) if present => T::decode_in_place(reader, value),
            _ => {
                *place = if present { Some(T::decode(reader)?) } else { None };
                Ok(())
            }
        }
    }
}

impl<E: Era, T: EncodeLiteNet<E>> EncodeLiteNet<E> for Box<T> {
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.enter()?;
        (**self).encode(out)?;
        out.leave();
        Ok(())
    }
}

/// A box counts as nesting: a type can contain itself only through a box or a list.
impl<'de, E: Era, T: DecodeLiteNet<'de, E>> DecodeLiteNet<'de, E> for Box<T> {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        reader.enter()?;
        let value = T::decode(reader)?;
        reader.leave();
        Ok(Self::new(value))
    }

    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        reader.enter()?;
        T::decode_in_place(reader, place)?;
        reader.leave();
        Ok(())
    }
}
