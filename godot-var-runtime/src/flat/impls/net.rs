//! Addresses, and `Uuid`.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::flat::Flat;
use crate::stream::layout::TypeLayout;
use crate::stream::numbers::Number;
use crate::stream::{ByteOrder, Decode, Encode, Size};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

/// Types of a fixed number of bytes in their usual order.
macro_rules! bytes {
    ($($(#[$attr:meta])* $ty:ty, $name:literal, $len:literal: |$value:ident| $bytes:expr, $from:expr;)*) => {$(
        $(#[$attr])*
        impl<B: ByteOrder> Encode<Flat<B>> for $ty {
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Bytes($name, $len);
            const SIZE: Size = Size::fixed($len);

            #[inline]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                let $value = self;
                out.put_bytes(&$bytes);
                Ok(())
            }
        }

        $(#[$attr])*
        impl<'de, B: ByteOrder> Decode<'de, Flat<B>> for $ty {
            #[inline]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                reader.array::<$len>($name).map($from)
            }
        }
    )*};
}

bytes! {
    Ipv4Addr, "an Ipv4Addr", 4: |address| address.octets(), Self::from;
    Ipv6Addr, "an Ipv6Addr", 16: |address| address.octets(), Self::from;
    #[cfg(feature = "uuid")]
    uuid::Uuid, "a Uuid", 16: |uuid| uuid.into_bytes(), Self::from_bytes;
}

/// A byte 4 or 6, then the bytes of the address.
impl<B: ByteOrder> Encode<Flat<B>> for IpAddr {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Custom("IpAddr");
    const SIZE: Size = Size { min: 5, max: 17 };

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
    const SIZE: Size = Size { min: 7, max: 19 };

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
