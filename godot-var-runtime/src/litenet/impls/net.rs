//! `IPEndPoint` of .NET, a socket address.

use alloc::borrow::Cow;
use alloc::string::ToString;
use core::fmt::{self, Write};
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::litenet::LiteNet;
use crate::litenet::format::era::{Era, is_2018};
use crate::stream::layout::TypeLayout;
use crate::stream::{Decode, Encode, Size};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

/// Counts what is written.
struct Length(usize);

impl Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

/// Passes text on to a sink.
struct Text<'o, O>(&'o mut O);

impl<O: Output> Write for Text<'_, O> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.put_bytes(text.as_bytes());
        Ok(())
    }
}

/// An `IPEndPoint`; the flow label and scope of an IPv6 address are not sent.
///
/// | Era | Encoding |
/// |---|---|
/// | 2018-07 | the address as a string, the port as `i32` |
/// | head | `u8` 0 for IPv4, 1 for IPv6; 4 or 16 bytes of address; the port as `u16` |
///
/// For a host name in 2018-07, use a field of the type `(String, i32)`.
impl<E: Era> Encode<LiteNet<E>> for SocketAddr {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Custom("IPEndPoint");
    const SIZE: Size = Size::at_least(if is_2018::<E>() { 8 } else { 7 });

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        if is_2018::<E>() {
            let address = self.ip();
            let mut len = Length(0);
            let written = write!(len, "{address}").and_then(|()| {
                out.put_bytes(&(len.0 as i32).to_le_bytes());
                write!(Text(&mut *out), "{address}")
            });
            written.map_err(EncodeError::custom)?;
            out.put_bytes(&i32::from(self.port()).to_le_bytes());
            return Ok(());
        }
        match self.ip() {
            IpAddr::V4(address) => {
                out.put_bytes(&[0]);
                out.put_bytes(&address.octets());
            }
            IpAddr::V6(address) => {
                out.put_bytes(&[1]);
                out.put_bytes(&address.octets());
            }
        }
        out.put_bytes(&self.port().to_le_bytes());
        Ok(())
    }
}

impl<'de, E: Era> Decode<'de, LiteNet<E>> for SocketAddr {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let start = reader.position();
        if is_2018::<E>() {
            let host = <Cow<'de, str> as Decode<'de, LiteNet<E>>>::decode(reader)?;
            let at_port = reader.position();
            let port = i32::from_le_bytes(reader.array("a port")?);
            let address = host.parse::<IpAddr>().map_err(|_| {
                wrong(
                    DecodeErrorKind::InvalidValue,
                    start,
                    "an IP address",
                    format_args!("{host:?}"),
                )
            })?;
            if reader.limits().canonical && address.to_string() != host {
                return Err(wrong(
                    DecodeErrorKind::InvalidValue,
                    start,
                    "an IP address in its shortest form",
                    format_args!("{host:?}"),
                ));
            }
            let port = u16::try_from(port).map_err(|_| {
                wrong(DecodeErrorKind::OutOfRange, at_port, "a port", format_args!("{port}"))
            })?;
            return Ok(Self::new(address, port));
        }
        let address = match reader.array("an endpoint")? {
            [0] => Ipv4Addr::from(reader.array::<4>("an IPv4 address")?).into(),
            [family] if family > 1 && reader.limits().canonical => {
                return Err(wrong(
                    DecodeErrorKind::InvalidValue,
                    start,
                    "a family, 0 or 1",
                    format_args!("{family}"),
                ));
            }
            // As in C#, where every value but 0 is IPv6.
            _ => Ipv6Addr::from(reader.array::<16>("an IPv6 address")?).into(),
        };
        Ok(Self::new(address, u16::from_le_bytes(reader.array("a port")?)))
    }
}

#[cold]
fn wrong(
    kind: DecodeErrorKind,
    offset: usize,
    expected: &'static str,
    found: fmt::Arguments<'_>,
) -> DecodeError {
    DecodeError::new(kind, offset, expected, alloc::format!("{found}"))
}
