//! The number at the start of a message: `i16` in 2018-07, packed today.

use super::era::{Era, is_2018};
use super::numbers::PackedInt;
use crate::{DecodeError, Output, Reader};

/// Writes a message number: `i16` in 2018-07, packed today.
#[inline]
pub fn write_msg_type<E: Era, O: Output>(msg_type: u16, out: &mut O) {
    if is_2018::<E>() {
        out.put_bytes(&msg_type.to_le_bytes());
    } else {
        msg_type.write_packed(out);
    }
}

/// Reads a message number: 2 bytes in 2018-07, 1 to 3 today.
///
/// # Errors
/// [`DecodeErrorKind::Incomplete`](crate::DecodeErrorKind::Incomplete) when the buffer ends inside it.
#[inline]
pub fn read_msg_type<E: Era>(reader: &mut Reader<'_>) -> Result<u16, DecodeError> {
    if is_2018::<E>() {
        reader.array("the message number").map(u16::from_le_bytes)
    } else {
        u16::read_packed::<E>(reader)
    }
}
