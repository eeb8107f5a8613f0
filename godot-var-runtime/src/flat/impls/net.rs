//! Addresses, and `Uuid`.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::DecodeErrorKind;
use crate::flat::format::numbers::Number;
use crate::flat::format::order::ByteOrder;
use crate::flat::format::size::Size;
use crate::flat::layout::TypeLayout;
use crate::flat::{DecodeFlat, EncodeFlat};
use crate::{DecodeError, EncodeError, Output, Reader};

/// Types of a fixed number of bytes in their usual order.
macro_rules! bytes {
    ($($(#[$attr:meta])* $ty:ty, $name:literal, $len:literal: |$value:ident| $bytes:expr;)*) => {$(
        $(#[$attr])*
        impl EncodeFlat for $ty {
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Bytes($name, $len);
            const SIZE: Size = Size::fixed($len);

            #[inline]
            fn encode<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                let $value = self;
                out.put_bytes(&$bytes);
                Ok(())
            }
        }

        $(#[$attr])*
        impl<'de> DecodeFlat<'de> for $ty {
            #[inline]
            fn decode<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                reader.array::<$len>($name).map(Self::from)
            }
        }
    )*};
}

bytes! {
    Ipv4Addr, "an Ipv4Addr", 4: |address| address.octets();
    Ipv6Addr, "an Ipv6Addr", 16: |address| address.octets();
}

#[cfg(feature = "uuid")]
impl EncodeFlat for uuid::Uuid {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Bytes("a Uuid", 16);
    const SIZE: Size = Size::fixed(16);

    #[inline]
    fn encode<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_bytes(self.as_bytes());
        Ok(())
    }
}

#[cfg(feature = "uuid")]
impl<'de> DecodeFlat<'de> for uuid::Uuid {
    #[inline]
    fn decode<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        reader.array("a Uuid").map(Self::from_bytes)
    }
}

/// A byte 4 or 6, then the bytes of the address.
impl EncodeFlat for IpAddr {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Custom("IpAddr");
    const SIZE: Size = Size { min: 5, max: 17 };

    fn encode<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
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

impl<'de> DecodeFlat<'de> for IpAddr {
    fn decode<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        match reader.array("an IpAddr")? {
            [4] => Ipv4Addr::decode::<B>(reader).map(Self::V4),
            [6] => Ipv6Addr::decode::<B>(reader).map(Self::V6),
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
impl EncodeFlat for SocketAddr {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Custom("SocketAddr");
    const SIZE: Size = Size { min: 7, max: 19 };

    fn encode<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        self.ip().encode::<B, O>(out)?;
        self.port().put::<B, O>(out);
        Ok(())
    }
}

impl<'de> DecodeFlat<'de> for SocketAddr {
    fn decode<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let address = IpAddr::decode::<B>(reader)?;
        Ok(Self::new(address, u16::take::<B>(reader)?))
    }
}
