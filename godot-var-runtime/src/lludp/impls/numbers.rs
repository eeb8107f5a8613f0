//! Integers, floats, bools and ports.

use crate::lludp::Field;
use crate::lludp::derived::block::{FixedField, Room, Run};
use crate::lludp::values::wrappers::Port;
use crate::{DecodeError, EncodeError, Output, Reader};

fixed! {
    u8 = "a U8": 1, |value| [*value], |bytes| bytes[0];
    u16 = "a U16": 2, |value| value.to_le_bytes(), |bytes| Self::from_le_bytes(bytes);
    u32 = "a U32": 4, |value| value.to_le_bytes(), |bytes| Self::from_le_bytes(bytes);
    u64 = "a U64": 8, |value| value.to_le_bytes(), |bytes| Self::from_le_bytes(bytes);
    i8 = "an S8": 1, |value| value.to_le_bytes(), |bytes| Self::from_le_bytes(bytes);
    i16 = "an S16": 2, |value| value.to_le_bytes(), |bytes| Self::from_le_bytes(bytes);
    i32 = "an S32": 4, |value| value.to_le_bytes(), |bytes| Self::from_le_bytes(bytes);
    i64 = "an S64": 8, |value| value.to_le_bytes(), |bytes| Self::from_le_bytes(bytes);
    f32 = "an F32": 4, |value| value.to_le_bytes(), |bytes| Self::from_le_bytes(bytes);
    f64 = "an F64": 8, |value| value.to_le_bytes(), |bytes| Self::from_le_bytes(bytes);
    bool = "a BOOL": 1, |value| [u8::from(*value)], |bytes| bytes[0] != 0;
    Port = "an IPPORT": 2, |value| value.0.to_be_bytes(), |bytes| Self(u16::from_be_bytes(bytes));
}
