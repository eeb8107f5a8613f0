//! The parts of a message: fixed fields, bytes of varying length, blocks and their repeats.

use crate::{DecodeError, EncodeError, EncodeErrorKind, Output, Reader};

/// The bytes of consecutive fields of fixed size. Loading past their end gives zeros.
#[derive(Clone, Debug)]
pub struct Run<'a>(&'a [u8]);

impl<'a> Run<'a> {
    /// Only zeros: the contents of a missing block.
    pub const ZEROS: Run<'static> = Run(&[]);

    /// Takes the next bytes.
    #[inline(always)]
    pub fn load<const N: usize>(&mut self) -> [u8; N] {
        match self.0.split_first_chunk() {
            Some((bytes, rest)) => {
                self.0 = rest;
                *bytes
            }
            None => [0; N],
        }
    }

    /// Takes a run of `N` bytes. `fields` are names and sizes; if the buffer ends too early, the
    /// error names the field in which it ends.
    #[inline(always)]
    pub fn take<const N: usize>(
        reader: &mut Reader<'a>,
        fields: &[(&'static str, usize)],
    ) -> Result<Self, DecodeError> {
        match reader.rest().split_first_chunk::<N>() {
            Some((run, rest)) => {
                reader.seek_rest(rest);
                Ok(Self(run))
            }
            None => Err(cut(reader, fields)),
        }
    }
}

#[cold]
#[inline(never)]
fn cut(reader: &Reader<'_>, fields: &[(&'static str, usize)]) -> DecodeError {
    let mut room = reader.remaining();
    for (name, size) in fields {
        match room.checked_sub(*size) {
            Some(rest) => room = rest,
            None => return reader.incomplete("a field").in_key(*name),
        }
    }
    reader.incomplete("a block")
}

/// The sum of the sizes.
pub const fn run_len(fields: &[(&str, usize)]) -> usize {
    let (mut rest, mut sum) = (fields, 0);
    while let [(_, size), after @ ..] = rest {
        sum += *size;
        rest = after;
    }
    sum
}

/// The buffer into which fields of fixed size are stored in order.
#[derive(Debug)]
pub struct Room<'a>(&'a mut [u8]);

impl<'a> Room<'a> {
    /// Fills `bytes` from its start.
    #[inline(always)]
    pub fn new(bytes: &'a mut [u8]) -> Self {
        Self(bytes)
    }

    /// Stores the next bytes.
    #[inline(always)]
    pub fn store<const N: usize>(&mut self, bytes: [u8; N]) {
        if let Some((room, rest)) = core::mem::take(&mut self.0).split_first_chunk_mut() {
            *room = bytes;
            self.0 = rest;
        }
    }
}

/// A type of the template that always takes the same number of bytes: see [`Field`](crate::lludp::Field)
/// for the encodings.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of LLUDP with a fixed size",
    label = "no field of a block",
    note = "fixed sizes have integers, floats, `bool`, `[u8; N]` and the types of `godot_var::lludp`: `Uuid`, `Port`, `Vector3`, `Vector3d`, `Vector4`, `Quaternion`, and `Ipv4Addr`",
    note = "bytes of varying length need `#[lludp(variable = 1)]` or `#[lludp(variable = 2)]`"
)]
pub trait FixedField {
    /// The bytes that it takes.
    const SIZE: usize;

    /// Loads the value from a run.
    fn load(run: &mut Run<'_>) -> Self;

    /// Stores the value in the buffer.
    fn store(&self, room: &mut Room<'_>);
}

/// Bytes after their length: the types `Variable 1` and `Variable 2`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold bytes of varying length",
    label = "no `Variable` field",
    note = "`&[u8]`, `Vec<u8>` and `Cow<[u8]>` hold them"
)]
pub trait VariableField<'de>: Sized {
    /// Makes a value of bytes that were read.
    fn from_bytes(bytes: &'de [u8]) -> Self;

    /// Reads the bytes of a field.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`](crate::DecodeErrorKind::Incomplete).
    #[doc(hidden)]
    #[inline(always)]
    fn take(reader: &mut Reader<'de>, len: usize, name: &'static str) -> Result<Self, DecodeError> {
        match reader.rest().split_at_checked(len) {
            Some((bytes, rest)) => {
                reader.seek_rest(rest);
                Ok(Self::from_bytes(bytes))
            }
            None => Err(reader.incomplete("the bytes of a Variable field").in_key(name)),
        }
    }

    /// The bytes to be written.
    fn as_bytes(&self) -> &[u8];
}

/// Converts a length to the prefix of a `Variable 1` or `Variable 2`.
#[inline(always)]
pub fn variable_len<T: TryFrom<usize>>(len: usize, name: &'static str) -> Result<T, EncodeError> {
    match T::try_from(len) {
        Ok(len) => Ok(len),
        Err(_) => Err(too_long(len, size_of::<T>(), name)),
    }
}

#[cold]
#[inline(never)]
fn too_long(len: usize, prefix: usize, name: &'static str) -> EncodeError {
    let max = if prefix == 1 { 255 } else { 65535 };
    EncodeError::new(
        EncodeErrorKind::TooLong,
        alloc::format!("{len} bytes, where a Variable {prefix} holds {max}"),
    )
    .in_key(name)
}

/// The fields of a block, in order. `#[derive(LludpBlock)]` implements this.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a block of an LLUDP message",
    label = "not a block",
    note = "a block is a struct with `#[derive(LludpBlock)]`; repeated ones are `[Block; N]`, `Vec<Block>` or `Repeated<Block>`"
)]
pub trait Block<'de>: Sized {
    /// The smallest size in bytes: with empty `Variable` fields.
    const MIN_SIZE: usize;

    /// Reads the fields.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`](crate::DecodeErrorKind::Incomplete).
    fn read(reader: &mut Reader<'de>) -> Result<Self, DecodeError>;

    /// Appends the fields.
    ///
    /// # Errors
    /// [`EncodeErrorKind::TooLong`] for bytes whose length their prefix cannot hold.
    fn put(&self, out: &mut impl Output) -> Result<(), EncodeError>;

    /// The block in which every field is zero or empty; a missing block is read as this.
    fn zero() -> Self;
}

/// A field of a message: a block (`Single`), `[Block; N]` (`Multiple N`), or, after a count in one
/// byte, `Vec<Block>` and [`Repeated<Block>`](crate::lludp::Repeated) (`Variable`).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a block of an LLUDP message",
    label = "not a block",
    note = "a block is a struct with `#[derive(LludpBlock)]`; repeated ones are `[Block; N]`, `Vec<Block>` or `Repeated<Block>`"
)]
pub trait Blocks<'de>: Sized {
    /// Reads all repeats.
    fn read_blocks(reader: &mut Reader<'de>) -> Result<Self, DecodeError>;

    /// Reads blocks after the first, which may be missing.
    #[doc(hidden)]
    #[inline(always)]
    fn trailing(
        reader: &mut Reader<'de>,
        position: usize,
        names: &'static [&'static str],
        missing: &mut &'static [&'static str],
    ) -> Result<Self, DecodeError> {
        if reader.remaining() > 0 {
            return Self::read_blocks(reader);
        }
        if missing.is_empty() {
            *missing = names.get(position..).unwrap_or_default();
        }
        Ok(Self::missing())
    }

    /// Appends all repeats.
    ///
    /// # Errors
    /// As [`Block::put`]; [`EncodeErrorKind::TooLong`] for more than 255 repeats.
    fn put_blocks(&self, out: &mut impl Output) -> Result<(), EncodeError>;

    /// The value of missing blocks: zeros, or no repeats if there is a count.
    fn missing() -> Self;
}
