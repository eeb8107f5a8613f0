//! Values of the .NET library that LiteNetLib writes: `Guid` and `IPEndPoint`.

use alloc::borrow::Cow;
use core::fmt::{self, Write};
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use super::era::{Era, is_2018};
use super::{DecodeLiteNet, EncodeLiteNet, text};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

/// A `System.Guid`: 16 bytes, of which the first three groups are little-endian and the last two are
/// not. Today's era only.
///
/// | Offset | Size | Digits of the text | Order |
/// |-------:|-----:|---|---|
/// | 0 | 4 | 1–8 | little-endian |
/// | 4 | 2 | 9–12 | little-endian |
/// | 6 | 2 | 13–16 | little-endian |
/// | 8 | 8 | 17–32 | as in the text |
///
/// The number has the digits of the text, as `uuid::Uuid::as_u128` gives it.
///
/// ```
/// use godot_var_runtime::litenet::{Guid, LiteNetHead, ToLiteNetBytes};
///
/// let id = Guid(0x00112233_4455_6677_8899_aabbccddeeff);
/// assert_eq!(id.to_string(), "00112233-4455-6677-8899-aabbccddeeff");
/// assert_eq!(id.to_litenet_bytes::<LiteNetHead>()?[..8], [0x33, 0x22, 0x11, 0, 0x55, 0x44, 0x77, 0x66]);
/// # Ok::<(), godot_var_runtime::EncodeError>(())
/// ```
///
/// # Errors
/// [`DecodeErrorKind::Incomplete`] if fewer than 16 bytes remain.
///
/// # Source
/// LiteNetLib `ae8ece7`, `NetDataWriter.Put(Guid)`; read from the code, there are no recorded bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Guid(pub u128);

impl Guid {
    /// Between the order of the text and that of the wire, which is the same way in both directions.
    const fn turned(bytes: [u8; 16]) -> [u8; 16] {
        let [a, b, c, d, e, f, g, h, rest @ ..] = bytes;
        let [i, j, k, l, m, n, o, p] = rest;
        [d, c, b, a, f, e, h, g, i, j, k, l, m, n, o, p]
    }
}

impl fmt::Display for Guid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.0;
        let (a, b, c) = ((id >> 96) as u32, (id >> 80) as u16, (id >> 64) as u16);
        write!(
            f,
            "{a:08x}-{b:04x}-{c:04x}-{:04x}-{:012x}",
            (id >> 48) as u16,
            id & 0xffff_ffff_ffff
        )
    }
}

impl<E: Era> EncodeLiteNet<E> for Guid {
    #[inline]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_bytes(&Self::turned(self.0.to_be_bytes()));
        Ok(())
    }
}

impl<'de, E: Era> DecodeLiteNet<'de, E> for Guid {
    const MIN_SIZE: usize = 16;
    const FIXED: bool = true;
    const WHAT: &'static str = "a Guid";

    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        reader.array("a Guid").map(|bytes| Self(u128::from_be_bytes(Self::turned(bytes))))
    }
}

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

/// An `IPEndPoint`; the flow label and scope of an IPv6 address do not travel.
///
/// | Era | Encoding |
/// |---|---|
/// | 2018-07 | the address as a string, the port as `i32` |
/// | head | `u8` 0 for IPv4, 1 for IPv6; 4 or 16 bytes of address; the port as `u16` |
///
/// Where a host has a name in 2018-07, a field of the type `(String, i32)` takes it.
impl<E: Era> EncodeLiteNet<E> for SocketAddr {
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

impl<'de, E: Era> DecodeLiteNet<'de, E> for SocketAddr {
    const MIN_SIZE: usize = if is_2018::<E>() { 8 } else { 7 };

    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let start = reader.position();
        if is_2018::<E>() {
            let host: Cow<'_, str> = text::read::<E>(reader)?;
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
            // As in C#, where everything but 0 is IPv6.
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
