//! Encodes packets: into a new `Vec`, an existing one, a slice, or only the length.

use alloc::vec::Vec;

use godot_var_runtime::{EncodeError, Output, SliceOutput, VecOutput};

pub(crate) trait Put {
    fn put<O: Output>(&self, out: &mut O) -> Result<(), EncodeError>;

    fn append(&self, bytes: &mut Vec<u8>) -> Result<usize, EncodeError> {
        let start = bytes.len();
        let written = self.put(&mut VecOutput::new(&mut *bytes));
        if written.is_err() {
            bytes.truncate(start);
        }
        written.map(|()| bytes.len() - start)
    }

    fn write(&self, buffer: &mut [u8]) -> Result<usize, EncodeError> {
        let available = buffer.len();
        let mut out = SliceOutput::new(buffer);
        self.put(&mut out)?;
        let needed = out.position();
        if needed > available {
            return Err(EncodeError::buffer_too_small(needed, available));
        }
        Ok(needed)
    }

    fn length(&self) -> Result<usize, EncodeError> {
        let mut counter = SliceOutput::new(&mut []);
        self.put(&mut counter)?;
        Ok(counter.position())
    }
}

/// Declares the methods of a packet that encode it.
macro_rules! encoding {
    () => {
        /// Returns the packet in a new `Vec`.
        ///
        /// # Errors
        /// [`EncodeErrorKind::TooLong`](godot_var_runtime::EncodeErrorKind::TooLong) and
        /// [`EncodeErrorKind::OutOfRange`](godot_var_runtime::EncodeErrorKind::OutOfRange) for values that the packet's fields cannot hold;
        /// [`EncodeErrorKind::Custom`](godot_var_runtime::EncodeErrorKind::Custom) for a text with a NUL, and for empty raw bytes, an empty
        /// relayed packet or an empty value.
        pub fn to_bytes(&self) -> Result<Vec<u8>, EncodeError> {
            let mut bytes = Vec::new();
            self.append_bytes(&mut bytes)?;
            Ok(bytes)
        }

        /// Appends the packet to a `Vec` and returns its length in bytes. After an error the `Vec` is as before.
        pub fn append_bytes(&self, bytes: &mut Vec<u8>) -> Result<usize, EncodeError> {
            Put::append(self, bytes)
        }

        /// Writes the packet to the start of a slice and returns its length in bytes.
        ///
        /// # Errors
        /// [`EncodeErrorKind::BufferTooSmall`](godot_var_runtime::EncodeErrorKind::BufferTooSmall) with the length needed.
        pub fn write_bytes(&self, buffer: &mut [u8]) -> Result<usize, EncodeError> {
            Put::write(self, buffer)
        }

        /// Returns the exact length of the packet in bytes.
        pub fn encoded_len(&self) -> Result<usize, EncodeError> {
            Put::length(self)
        }
    };
}
pub(crate) use encoding;
