//! The buffers of the crate `bytes`, for encoding into; `Bytes` as a field.

use alloc::vec::Vec;

use bytes::{BufMut, Bytes};

use crate::variant::codec;
use crate::variant::codec::framing::LengthOrder;
use crate::variant::entry_points::ToVariantBytes;
use crate::variant::layout::TypeLayout;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::Facts;
use crate::variant::traits::{DecodeVariant, Describe, EncodeVariant};
use crate::{DecodeError, EncodeError, Output, Reader, SliceOutput};

/// Writes a value into the buffers of the crate `bytes`.
///
/// Every [`ToVariantBytes`] type has these methods; the dialect is a parameter of the call. To read
/// from a [`Bytes`] or [`BytesMut`](bytes::BytesMut), pass it as a slice to
/// [`FromVariantBytes`](crate::variant::FromVariantBytes).
///
/// ```
/// use bytes::{BufMut, BytesMut};
/// use godot_var_runtime::variant::{FromVariantBytes, Godot4, LengthOrder, PutVariant};
///
/// let mut buffer = BytesMut::new();
/// 7.put_variant_frame::<Godot4>(LengthOrder::BigEndian, &mut buffer)?;
/// assert_eq!(buffer[..], [0, 0, 0, 8, 2, 0, 0, 0, 7, 0, 0, 0]);
/// assert_eq!(i32::from_variant_bytes::<Godot4>(&buffer.freeze().slice(4..))?, 7);
///
/// let mut room = [0; 6];
/// let error = 7.put_variant_bytes::<Godot4>(&mut &mut room[..]).unwrap_err();
/// assert_eq!((error.needed(), room), (Some(8), [0; 6]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PutVariant: ToVariantBytes {
    /// Puts the encoding into any buffer and returns its length in bytes. It is encoded outside the
    /// buffer (up to 512 bytes without an allocation) and copied.
    /// [`append_variant_bytes_mut`](ToVariantBytes::append_variant_bytes_mut) encodes in place.
    ///
    /// # Errors
    /// [`EncodeErrorKind::BufferTooSmall`](crate::EncodeErrorKind::BufferTooSmall) if the buffer
    /// has too little room, and those of the value. After an error the buffer is unchanged.
    fn put_variant_bytes<D: Dialect>(
        &self,
        buffer: &mut impl BufMut,
    ) -> Result<usize, EncodeError> {
        put::<D, Self>(self, None, buffer)
    }

    /// Puts the length of the encoding and the encoding, as `StreamPeer.put_var` does: see
    /// [`LengthOrder`]. Returns the length of both in bytes.
    ///
    /// # Errors
    /// Those of [`put_variant_bytes`](Self::put_variant_bytes), and
    /// [`EncodeErrorKind::TooLong`](crate::EncodeErrorKind::TooLong) for 2^31 bytes and more.
    fn put_variant_frame<D: Dialect>(
        &self,
        order: LengthOrder,
        buffer: &mut impl BufMut,
    ) -> Result<usize, EncodeError> {
        put::<D, Self>(self, Some(order), buffer)
    }
}

impl<T: ToVariantBytes + ?Sized> PutVariant for T {}

fn put<D: Dialect, T: ToVariantBytes + ?Sized>(
    value: &T,
    order: Option<LengthOrder>,
    buffer: &mut impl BufMut,
) -> Result<usize, EncodeError> {
    let mut short = [0; 512];
    let mut out = SliceOutput::new(&mut short);
    D::encode(value, &mut out)?;
    let len = out.position();
    let long: Vec<u8>;
    let encoded = match short.get(..len) {
        Some(encoded) => encoded,
        None => {
            long = value.to_variant_bytes::<D>()?;
            &long
        }
    };
    let prefix = order.map(|order| order.prefix(encoded.len())).transpose()?;
    let prefix = prefix.as_ref().map_or(&[][..], |prefix| prefix);
    let needed = prefix.len() + encoded.len();
    if buffer.remaining_mut() < needed {
        return Err(EncodeError::buffer_too_small(needed, buffer.remaining_mut()));
    }
    buffer.put_slice(prefix);
    buffer.put_slice(encoded);
    Ok(needed)
}

impl Describe for Bytes {
    const LAYOUT: &'static TypeLayout<'static> = <[u8] as Describe>::LAYOUT;
}

/// As `Vec<u8>`: a `PackedByteArray`. Reading copies the bytes out of the message.
impl<D: Dialect> EncodeVariant<D> for Bytes {
    const FACTS: Facts = <[u8] as EncodeVariant<D>>::FACTS;

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        EncodeVariant::<D>::encode(&**self, out)
    }

    fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
        <[u8] as EncodeVariant<D>>::encode_after_prefix(value, out)
    }
}

impl<'de, D: Dialect> DecodeVariant<'de, D> for Bytes {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        <Vec<u8> as DecodeVariant<'de, D>>::decode(reader).map(Self::from)
    }

    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        codec::packed_bytes(reader).map(Self::copy_from_slice)
    }
}
