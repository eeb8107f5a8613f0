//! `as = Godot4` and `as = Godot3`: a Variant after its length, as `put_var` writes it.

use core::marker::PhantomData;

use crate::flat::Flat;
use crate::stream::layout::TypeLayout;
use crate::stream::numbers::Number;
use crate::stream::{ByteOrder, DecodeAs, EncodeAs, Size};
use crate::variant::{DecodeVariant, Dialect, EncodeVariant};
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Output, Reader};

/// A Variant in the dialect `D`.
#[derive(Debug)]
pub struct AsVariant<D>(PhantomData<D>);

impl<B: ByteOrder, D: Dialect, T: EncodeVariant<D>> EncodeAs<Flat<B>, T> for AsVariant<D> {
    const SIZE: Size = Size::at_least(8);
    const LAYOUT: &'static TypeLayout<'static> =
        &TypeLayout::Variant(D::SPEC.generation, T::LAYOUT);

    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        let start = out.position();
        out.put_u32(0);
        value.encode(out)?;
        let Ok(len) = u32::try_from(out.position() - start - 4) else {
            return Err(EncodeError::new(EncodeErrorKind::TooLong, "a Variant of 4 GiB or more"));
        };
        out.replace(start, &if B::BIG { len.to_be_bytes() } else { len.to_le_bytes() });
        Ok(())
    }
}

impl<'de, B: ByteOrder, D: Dialect, T: DecodeVariant<'de, D>> DecodeAs<'de, Flat<B>, T>
    for AsVariant<D>
{
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        let len = u32::take::<B>(reader)? as usize;
        let bytes = reader.take(len, "a Variant")?;
        let end = reader.clone();
        let mut part = reader.before(bytes);
        let value = T::decode(&mut part)?;
        if part.remaining() > 0 {
            return Err(DecodeError::new(
                DecodeErrorKind::InvalidLength,
                part.position(),
                "the end of a Variant",
                alloc::format!("{} more bytes", part.remaining()),
            ));
        }
        *reader = end;
        reader.spend(&part);
        Ok(value)
    }
}
