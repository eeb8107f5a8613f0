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
