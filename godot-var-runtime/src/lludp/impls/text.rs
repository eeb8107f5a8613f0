//! `Variable 1` and `Variable 2`: bytes after their length, mostly texts.

use alloc::borrow::{Cow, ToOwned};
use alloc::vec::Vec;

use crate::lludp::Field;
use crate::lludp::derived::block::VariableField;
use crate::lludp::values::wrappers::{Variable1, Variable2};
use crate::{DecodeError, EncodeError, EncodeErrorKind, Output, Reader};

impl<'de: 'a, 'a> VariableField<'de> for &'a [u8] {
    #[inline(always)]
    fn from_bytes(bytes: &'de [u8]) -> Self {
        bytes
    }

    #[inline(always)]
    fn as_bytes(&self) -> &[u8] {
        self
    }
}

impl VariableField<'_> for Vec<u8> {
    #[inline]
    fn from_bytes(bytes: &[u8]) -> Self {
        bytes.to_owned()
    }

    #[inline(always)]
    fn as_bytes(&self) -> &[u8] {
        self
    }
}

impl<'de: 'a, 'a> VariableField<'de> for Cow<'a, [u8]> {
    #[inline(always)]
    fn from_bytes(bytes: &'de [u8]) -> Self {
        Self::Borrowed(bytes)
    }

    #[inline(always)]
    fn as_bytes(&self) -> &[u8] {
        self
    }
}

macro_rules! variables {
    ($($type:ident($length:ty), $name:literal;)+) => {$(
        impl<'de> Field<'de> for $type<'de> {
            #[inline]
            fn read(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                let len = <$length>::read(reader)?;
                Ok(Self(reader.take(usize::from(len), $name)?))
            }

            #[inline]
            fn put(&self, out: &mut impl Output) -> Result<(), EncodeError> {
                let Ok(len) = <$length>::try_from(self.0.len()) else {
                    return Err(too_long(self.0.len(), $name, Self::MAX_LEN));
                };
                len.put(out)?;
                out.put_bytes(self.0);
                Ok(())
            }
        }
    )+};
}

variables! {
    Variable1(u8), "the bytes of a Variable 1";
    Variable2(u16), "the bytes of a Variable 2";
}

#[cold]
fn too_long(len: usize, what: &str, max: usize) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::TooLong,
        alloc::format!("{len} bytes, where {what} are at most {max}"),
    )
}

#[cfg(test)]
mod tests {
    use core::net::Ipv4Addr;

    use super::*;
    use crate::VecOutput;
    use crate::lludp::values::wrappers::Port;

    fn put<'a>(value: &impl Field<'a>) -> Vec<u8> {
        let mut bytes = Vec::new();
        value.put(&mut VecOutput::new(&mut bytes)).expect("it can be written");
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
        assert!(Variable1(&long).put(&mut VecOutput::new(&mut Vec::new())).is_err());
    }
}
