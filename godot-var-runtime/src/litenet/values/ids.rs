//! Ids: .NET's `Guid`, and the hashes that today's era uses as ids.

use core::fmt;

/// A `System.Guid`: 16 bytes. The first three groups are little-endian, the last two are not. Only
/// in today's era.
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
/// # Source
/// LiteNetLib `ae8ece7`, `NetDataWriter.Put(Guid)`: read from the code; there are no recorded
/// bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Guid(pub u128);

impl Guid {
    /// Converts between the byte order of the text and of the encoding; it is its own inverse.
    pub(in crate::litenet) const fn turned(bytes: [u8; 16]) -> [u8; 16] {
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

/// The hash that today's era uses as the id of assets, scene objects and sync elements.
///
/// It is computed over UTF-16 code units, in two interleaved sums, and stops at U+0000. The id of a
/// sync field or list is the hash of `<full type name>_<behaviour index>_<field name>`. The message
/// decides whether it is a plain or a [`Zigzag`](crate::litenet::Zigzag) `i32`. The hash is not
/// cryptographic and has collisions.
///
/// # Source
/// LiteNetLibManager `f07d8e6`, compared with the ids that it computed
/// (`tests/wires/litenet/golden`).
pub fn hashed_id(text: &str) -> i32 {
    let (mut even, mut odd) = (5381_i32, 5381_i32);
    for (position, unit) in text.encode_utf16().take_while(|unit| *unit != 0).enumerate() {
        let sum = if position % 2 == 0 { &mut even } else { &mut odd };
        *sum = sum.wrapping_mul(33) ^ i32::from(unit);
    }
    even.wrapping_add(odd.wrapping_mul(1_566_083_941))
}
