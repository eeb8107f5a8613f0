//! What stands in a message: fixed fields, bytes of varying length, blocks and their repeats.

use alloc::borrow::{Cow, ToOwned};
use alloc::vec::Vec;
use core::net::Ipv4Addr;

use uuid::Uuid;

use super::types::{Port, Quaternion, Vector3, Vector3d, Vector4};
use crate::{DecodeError, EncodeError, EncodeErrorKind, Output, Reader};

/// The bytes of fields of fixed size, from which they are loaded in turn; zeros behind its end.
#[derive(Clone, Debug)]
pub struct Run<'a>(&'a [u8]);

impl<'a> Run<'a> {
    /// Nothing but zeros: what a missing block consists of.
    pub const ZEROS: Run<'static> = Run(&[]);

    /// The next bytes.
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

    /// Takes a run of `N` bytes; where they end too early, the error names the field of `fields`,
    /// which are names and sizes, that they end in.
    #[doc(hidden)]
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
#[doc(hidden)]
pub const fn run_len(fields: &[(&str, usize)]) -> usize {
    let (mut rest, mut sum) = (fields, 0);
    while let [(_, size), behind @ ..] = rest {
        sum += *size;
        rest = behind;
    }
    sum
}

/// The room for fields of fixed size, into which they are stored in turn.
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

/// A type of the template that always takes the same number of bytes: see [`Field`](super::Field)
/// for the encodings.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no type of LLUDP with a fixed size",
    label = "no field of a block",
    note = "fixed sizes have integers, floats, `bool`, `[u8; N]` and the types of `godot_var::lludp`: `Uuid`, `Port`, `Vector3`, `Vector3d`, `Vector4`, `Quaternion`, and `Ipv4Addr`",
    note = "bytes of varying length need `#[lludp(variable = 1)]` or `#[lludp(variable = 2)]`"
)]
pub trait FixedField {
    /// The bytes that it takes.
    const SIZE: usize;

    /// Takes the value from a run.
    fn load(run: &mut Run<'_>) -> Self;

    /// Puts the value into the room.
    fn store(&self, room: &mut Room<'_>);
}

macro_rules! fixed {
    ($($type:ty: $size:literal, |$value:ident| $store:expr, |$bytes:ident| $load:expr;)+) => {$(
        impl FixedField for $type {
            const SIZE: usize = $size;

            #[inline(always)]
            fn load(run: &mut Run<'_>) -> Self {
                let $bytes = run.load::<$size>();
                $load
            }

            #[inline(always)]
            fn store(&self, room: &mut Room<'_>) {
                let $value = self;
                room.store::<$size>($store);
            }
        }
    )+};
}

fixed! {
    u8: 1, |value| [*value], |bytes| bytes[0];
    u16: 2, |value| value.to_le_bytes(), |bytes| Self::from_le_bytes(bytes);
    u32: 4, |value| value.to_le_bytes(), |bytes| Self::from_le_bytes(bytes);
    u64: 8, |value| value.to_le_bytes(), |bytes| Self::from_le_bytes(bytes);
    i8: 1, |value| value.to_le_bytes(), |bytes| Self::from_le_bytes(bytes);
    i16: 2, |value| value.to_le_bytes(), |bytes| Self::from_le_bytes(bytes);
    i32: 4, |value| value.to_le_bytes(), |bytes| Self::from_le_bytes(bytes);
    i64: 8, |value| value.to_le_bytes(), |bytes| Self::from_le_bytes(bytes);
    f32: 4, |value| value.to_le_bytes(), |bytes| Self::from_le_bytes(bytes);
    f64: 8, |value| value.to_le_bytes(), |bytes| Self::from_le_bytes(bytes);
    bool: 1, |value| [u8::from(*value)], |bytes| bytes[0] != 0;
    Uuid: 16, |value| value.into_bytes(), |bytes| Self::from_bytes(bytes);
    Ipv4Addr: 4, |value| value.octets(), |bytes| Self::from(bytes);
    Port: 2, |value| value.0.to_be_bytes(), |bytes| Self(u16::from_be_bytes(bytes));
}

impl<const N: usize> FixedField for [u8; N] {
    const SIZE: usize = N;

    #[inline(always)]
    fn load(run: &mut Run<'_>) -> Self {
        run.load()
    }

    #[inline(always)]
    fn store(&self, room: &mut Room<'_>) {
        room.store(*self);
    }
}

macro_rules! components {
    ($($type:ident($component:ty) = $size:literal { $($field:ident),+ })+) => {$(
        impl FixedField for $type {
            const SIZE: usize = $size;

            #[inline(always)]
            fn load(run: &mut Run<'_>) -> Self {
                Self { $($field: FixedField::load(run)),+ }
            }

            #[inline(always)]
            fn store(&self, room: &mut Room<'_>) {
                $(self.$field.store(room);)+
            }
        }
    )+};
}

components! {
    Vector3(f32) = 12 { x, y, z }
    Vector3d(f64) = 24 { x, y, z }
    Vector4(f32) = 16 { x, y, z, w }
    Quaternion(f32) = 12 { x, y, z }
}

/// Bytes behind their length: `Variable 1` and `Variable 2`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not hold bytes of varying length",
    label = "no `Variable` field",
    note = "`&[u8]`, `Vec<u8>` and `Cow<[u8]>` hold them"
)]
pub trait VariableField<'de> {
    /// The value of bytes that were read.
    fn from_bytes(bytes: &'de [u8]) -> Self;

    /// The bytes to be written.
    fn as_bytes(&self) -> &[u8];
}

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

/// Takes the bytes of a `Variable` field.
#[doc(hidden)]
#[inline(always)]
pub fn take_variable<'de, T: VariableField<'de>>(
    reader: &mut Reader<'de>,
    len: usize,
    name: &'static str,
) -> Result<T, DecodeError> {
    match reader.rest().split_at_checked(len) {
        Some((bytes, rest)) => {
            reader.seek_rest(rest);
            Ok(T::from_bytes(bytes))
        }
        None => Err(reader.incomplete("the bytes of a Variable field").in_key(name)),
    }
}

/// A length as a `Variable 1` or `Variable 2` has it in front.
#[doc(hidden)]
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

/// The fields of a block, one after the other. `#[derive(LludpBlock)]` writes this.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no block of an LLUDP message",
    label = "not a block",
    note = "a block is a struct with `#[derive(LludpBlock)]`; repeated ones are `[Block; N]`, `Vec<Block>` or `Repeated<Block>`"
)]
pub trait Block<'de>: Sized {
    /// The fewest bytes that it takes: with nothing in the `Variable` fields.
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

    /// The block where all is zero or empty, as which a missing one is read.
    fn zero() -> Self;
}

/// What a message holds: a block (`Single`), `[Block; N]` (`Multiple N`), or, behind a count in one
/// byte, `Vec<Block>` and [`Repeated<Block>`] (`Variable`).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no block of an LLUDP message",
    label = "not a block",
    note = "a block is a struct with `#[derive(LludpBlock)]`; repeated ones are `[Block; N]`, `Vec<Block>` or `Repeated<Block>`"
)]
pub trait Blocks<'de>: Sized {
    /// Reads all repeats.
    ///
    /// # Errors
    /// As [`Block::read`].
    fn read_blocks(reader: &mut Reader<'de>) -> Result<Self, DecodeError>;

    /// Appends all repeats.
    ///
    /// # Errors
    /// As [`Block::put`]; [`EncodeErrorKind::TooLong`] for more than 255 repeats.
    fn put_blocks(&self, out: &mut impl Output) -> Result<(), EncodeError>;

    /// What missing blocks are read as: zeros, and no repeats where there is a count.
    fn missing() -> Self;
}

impl<'de, T: Block<'de>> Blocks<'de> for T {
    #[inline]
    fn read_blocks(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        T::read(reader)
    }

    #[inline]
    fn put_blocks(&self, out: &mut impl Output) -> Result<(), EncodeError> {
        self.put(out)
    }

    #[inline]
    fn missing() -> Self {
        T::zero()
    }
}

impl<'de, T: Block<'de>, const N: usize> Blocks<'de> for [T; N] {
    #[inline]
    fn read_blocks(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let mut blocks = core::array::from_fn(|_| None);
        for (index, slot) in blocks.iter_mut().enumerate() {
            match T::read(reader) {
                Ok(block) => *slot = Some(block),
                Err(error) => return Err(error.in_index(index)),
            }
        }
        Ok(blocks.map(|block| block.unwrap_or_else(T::zero)))
    }

    #[inline]
    fn put_blocks(&self, out: &mut impl Output) -> Result<(), EncodeError> {
        put_each(self.iter(), out)
    }

    #[inline]
    fn missing() -> Self {
        core::array::from_fn(|_| T::zero())
    }
}

#[inline]
fn put_each<'b, 'de, T: Block<'de> + 'b>(
    blocks: impl Iterator<Item = &'b T>,
    out: &mut impl Output,
) -> Result<(), EncodeError> {
    for (index, block) in blocks.enumerate() {
        if let Err(error) = block.put(out) {
            return Err(error.in_index(index));
        }
    }
    Ok(())
}

#[inline]
fn put_counted<'de, T: Block<'de>>(blocks: &[T], out: &mut impl Output) -> Result<(), EncodeError> {
    let Ok(count) = u8::try_from(blocks.len()) else { return Err(too_many(blocks.len())) };
    out.put_bytes(&[count]);
    put_each(blocks.iter(), out)
}

#[cold]
#[inline(never)]
fn too_many(count: usize) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::TooLong,
        alloc::format!("{count} repeats, where a block has at most 255"),
    )
}

impl<'de, T: Block<'de>> Blocks<'de> for Vec<T> {
    #[inline]
    fn read_blocks(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let [count] = reader.array("the number of repeats")?;
        let count = usize::from(count);
        // No more room than the bytes can fill.
        let room = reader.remaining().checked_div(T::MIN_SIZE).unwrap_or(count);
        let mut blocks = Self::with_capacity(count.min(room));
        for index in 0..count {
            match T::read(reader) {
                Ok(block) => blocks.push(block),
                Err(error) => return Err(error.in_index(index)),
            }
        }
        Ok(blocks)
    }

    #[inline]
    fn put_blocks(&self, out: &mut impl Output) -> Result<(), EncodeError> {
        put_counted(self, out)
    }

    #[inline]
    fn missing() -> Self {
        Self::new()
    }
}

/// The repeats of a `Variable` block without an allocation: a slice when they are to be written,
/// the bytes of the message when they were read.
///
/// Reading checks all repeats; [`iter`](Self::iter) then reads them one by one.
#[derive(Clone, Copy)]
pub struct Repeated<'a, T>(Source<'a, T>);

#[derive(Clone, Copy)]
enum Source<'a, T> {
    Slice(&'a [T]),
    /// Checked: so many repeats stand in the bytes.
    Bytes(&'a [u8], u8),
}

impl<'a, T> Repeated<'a, T> {
    /// Repeats to be written.
    pub const fn new(blocks: &'a [T]) -> Self {
        Self(Source::Slice(blocks))
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        match self.0 {
            Source::Slice(blocks) => blocks.len(),
            Source::Bytes(_, count) => count as usize,
        }
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'a, T: Block<'a> + Clone> Repeated<'a, T> {
    /// The repeats.
    #[inline]
    pub fn iter(&self) -> RepeatedIter<'a, T> {
        match self.0 {
            Source::Slice(blocks) => RepeatedIter { blocks, reader: Reader::new(&[]), left: 0 },
            Source::Bytes(bytes, count) => {
                RepeatedIter { blocks: &[], reader: Reader::new(bytes), left: count }
            }
        }
    }
}

/// The repeats of a [`Repeated`], in order.
#[derive(Clone, Debug)]
pub struct RepeatedIter<'a, T> {
    blocks: &'a [T],
    reader: Reader<'a>,
    left: u8,
}

impl<'a, T: Block<'a> + Clone> Iterator for RepeatedIter<'a, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        if let Some((block, rest)) = self.blocks.split_first() {
            self.blocks = rest;
            return Some(block.clone());
        }
        self.left = self.left.checked_sub(1)?;
        T::read(&mut self.reader).ok()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.blocks.len() + usize::from(self.left);
        (len, Some(len))
    }
}

impl<'a, T: Block<'a> + Clone> ExactSizeIterator for RepeatedIter<'a, T> {}

impl<'a, T: Block<'a> + Clone> IntoIterator for Repeated<'a, T> {
    type Item = T;
    type IntoIter = RepeatedIter<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T: Block<'a> + Clone> IntoIterator for &Repeated<'a, T> {
    type Item = T;
    type IntoIter = RepeatedIter<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T> From<&'a [T]> for Repeated<'a, T> {
    fn from(blocks: &'a [T]) -> Self {
        Self::new(blocks)
    }
}

impl<'a, T, const N: usize> From<&'a [T; N]> for Repeated<'a, T> {
    fn from(blocks: &'a [T; N]) -> Self {
        Self::new(blocks)
    }
}

impl<T> Default for Repeated<'_, T> {
    fn default() -> Self {
        Self::new(&[])
    }
}

impl<'a, T: Block<'a> + Clone + core::fmt::Debug> core::fmt::Debug for Repeated<'a, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<'a, T: Block<'a> + Clone + PartialEq> PartialEq for Repeated<'a, T> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other)
    }
}

impl<'de: 'a, 'a, T: Block<'de>> Blocks<'de> for Repeated<'a, T> {
    #[inline]
    fn read_blocks(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let [count] = reader.array("the number of repeats")?;
        let start = reader.rest();
        for index in 0..count {
            if let Err(error) = T::read(reader) {
                return Err(error.in_index(usize::from(index)));
            }
        }
        let len = start.len() - reader.remaining();
        Ok(Self(Source::Bytes(start.get(..len).unwrap_or_default(), count)))
    }

    #[inline]
    fn put_blocks(&self, out: &mut impl Output) -> Result<(), EncodeError> {
        match self.0 {
            Source::Slice(blocks) => put_counted(blocks, out),
            Source::Bytes(bytes, count) => {
                out.put_bytes(&[count]);
                out.put_bytes(bytes);
                Ok(())
            }
        }
    }

    #[inline]
    fn missing() -> Self {
        Self::default()
    }
}
