//! The wire of LLUDP: the types of the template, and how errors name them.

use core::net::Ipv4Addr;

use uuid::Uuid;

use super::values::math::{Quaternion, Vector3, Vector3d, Vector4};
use super::values::wrappers::{Port, Variable1, Variable2};
use crate::Limits;
use crate::stream::codec::wrappers;
use crate::stream::length::{Counted, LenU8, LenU16};
use crate::stream::own_structures::{bytes, components};
use crate::stream::wire::sealed::Sealed;
use crate::stream::{Little, Plain, Wire};

/// The blocks of LLUDP messages.
///
/// | Template | Rust | Size | Encoding |
/// |---|---|---:|---|
/// | `U8` `U16` `U32` `U64` | `u8` … `u64` | 1, 2, 4, 8 | little-endian |
/// | `S8` `S16` `S32` `S64` | `i8` … `i64` | 1, 2, 4, 8 | little-endian, two's complement |
/// | `F32` `F64` | `f32`, `f64` | 4, 8 | little-endian, bits untouched |
/// | `BOOL` | `bool` | 1 | written 0 or 1; read as true unless 0 |
/// | `LLVector3` `LLVector3d` `LLVector4` | [`Vector3`], [`Vector3d`], [`Vector4`] | 12, 24, 16 | components in order |
/// | `LLQuaternion` | [`Quaternion`] | 12 | x, y, z |
/// | `LLUUID` | [`Uuid`] | 16 | in the order of its text |
/// | `IPADDR` | [`Ipv4Addr`] | 4 | a, b, c, d |
/// | `IPPORT` | [`Port`] | 2 | big-endian |
/// | `Fixed N` | `[u8; N]` | N | as they are |
/// | `Variable 1`, `Variable 2` | [`Variable1`], [`Variable2`]; bytes with `variable` | 1 + n, 2 + n | length, then bytes |
///
/// # Source
/// `secondlife/viewer@d6d453be:lltemplatemessagereader.cpp`; agrees with `tests/vectors/lludp.jsonl`.
#[derive(Clone, Copy, Debug)]
pub struct Lludp;

impl Sealed for Lludp {}

impl Wire for Lludp {
    type Order = Little;
    type Count = LenU8;
    type ByteCount = LenU16;
    type TextLength = LenU16;

    const NAMES: [&'static str; 11] = [
        "a U8", "a U16", "a U32", "a U64", "an S8", "an S16", "an S32", "an S64", "an F16",
        "an F32", "an F64",
    ];

    #[inline(always)]
    fn other_bool(_: &Limits) -> Option<bool> {
        Some(true)
    }
}

components! { [] Lludp; "LLVector3" Vector3, f32, 3: x, y, z }
components! { [] Lludp; "LLVector3d" Vector3d, f64, 3: x, y, z }
components! { [] Lludp; "LLVector4" Vector4, f32, 4: x, y, z, w }
components! { [] Lludp; "LLQuaternion" Quaternion, f32, 3: x, y, z }

bytes! { [] Lludp; "an LLUUID" Uuid, 16: |id| id.into_bytes(), Self::from_bytes }
bytes! { [] Lludp; "an IPADDR" Ipv4Addr, 4: |address| address.octets(), Self::from }
bytes! {
    [] Lludp; "an IPPORT" Port, 2:
    |port| port.0.to_be_bytes(), |bytes| Self(u16::from_be_bytes(bytes))
}

wrappers! {
    ['a] ['de: 'a, 'a] Variable1<'a>: Lludp, &'a [u8], Counted<LenU8, Plain>;
    ['a] ['de: 'a, 'a] Variable2<'a>: Lludp, &'a [u8], Counted<LenU16, Plain>;
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::VecOutput;
    use crate::stream::Encode;

    fn put(value: &impl Encode<Lludp>) -> Vec<u8> {
        let mut bytes = Vec::new();
        value.encode(&mut VecOutput::new(&mut bytes)).expect("it can be written");
        bytes
    }

    #[test]
    fn odd_byte_orders() {
        assert_eq!(put(&Port(0x0102)), [1, 2]);
        assert_eq!(put(&0x0102_u16), [2, 1]);
        assert_eq!(put(&Ipv4Addr::new(10, 0, 0, 1)), [10, 0, 0, 1]);
        assert_eq!(put(&Variable2(b"a\0")), [2, 0, b'a', 0]);
        assert_eq!(Variable1(b"a\0").text(), Ok("a"));
        assert_eq!(Variable1(b"").text(), Ok(""));
        let long = [0; 256];
        assert!(Variable1(&long).encode(&mut VecOutput::new(&mut Vec::new())).is_err());
    }
}
