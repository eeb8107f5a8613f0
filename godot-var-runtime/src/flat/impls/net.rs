//! Addresses, and `Uuid`.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::flat::Flat;
use crate::stream::layout::TypeLayout;
use crate::stream::numbers::Number;
use crate::stream::own_structures::bytes;
use crate::stream::{ByteOrder, Decode, Encode, Size};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

bytes! { [B: ByteOrder] Flat<B>; "an Ipv4Addr" Ipv4Addr, 4: |address| address.octets(), Self::from }
bytes! { [B: ByteOrder] Flat<B>; "an Ipv6Addr" Ipv6Addr, 16: |address| address.octets(), Self::from }
#[cfg(feature = "uuid")]
bytes! { [B: ByteOrder] Flat<B>; "a Uuid" uuid::Uuid, 16: |uuid| uuid.into_bytes(), Self::from_bytes }

/// A byte 4 or 6, then the bytes of the address.
impl<B: ByteOrder> Encode<Flat<B>> for IpAddr {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Custom("IpAddr");
    const SIZE: Size = Size::between(5, 17);

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        match self {
            Self::V4(address) => {
                out.put_bytes(&[4]);
                out.put_bytes(&address.octets());
            }
            Self::V6(address) => {
                out.put_bytes(&[6]);
                out.put_bytes(&address.octets());
            }
        }
        Ok(())
    }
}

impl<'de, B: ByteOrder> Decode<'de, Flat<B>> for IpAddr {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        match reader.array("an IpAddr")? {
            [4] => <Ipv4Addr as Decode<'de, Flat<B>>>::decode(reader).map(Self::V4),
            [6] => <Ipv6Addr as Decode<'de, Flat<B>>>::decode(reader).map(Self::V6),
            [family] => Err(DecodeError::new(
                DecodeErrorKind::InvalidValue,
                reader.position() - 1,
                "4 or 6 before an address",
                alloc::format!("{family}"),
            )),
        }
    }
}

/// The address, then the port as a `u16`; flow label and scope of an IPv6 address are not sent.
impl<B: ByteOrder> Encode<Flat<B>> for SocketAddr {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Custom("SocketAddr");
    const SIZE: Size = Size::between(7, 19);

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        Encode::<Flat<B>>::encode(&self.ip(), out)?;
        self.port().put::<B, O>(out);
        Ok(())
    }
}

impl<'de, B: ByteOrder> Decode<'de, Flat<B>> for SocketAddr {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let address = <IpAddr as Decode<'de, Flat<B>>>::decode(reader)?;
        Ok(Self::new(address, u16::take::<B>(reader)?))
    }
}
