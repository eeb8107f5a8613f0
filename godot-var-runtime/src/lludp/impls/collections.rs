//! Blocks and their repeats: `Single`, `Multiple` and `Variable`; bytes of a fixed length.

use alloc::vec::Vec;

use crate::lludp::Field;
use crate::lludp::derived::block::{Block, Blocks, FixedField, Room, Run};
use crate::lludp::values::repeated::{Repeated, Source};
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Output, Reader};

impl<const N: usize> Field<'_> for [u8; N] {
    #[inline]
    fn read(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        reader.array("Fixed bytes")
    }

    #[inline]
    fn put(&self, out: &mut impl Output) -> Result<(), EncodeError> {
        out.put_bytes(self);
        Ok(())
    }
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
        alloc::format!("{count} repeats; a block has at most 255"),
    )
}

/// Reads the number of repeats.
#[inline(always)]
fn read_count(reader: &mut Reader<'_>) -> Result<u8, DecodeError> {
    let start = reader.position();
    let [count] = reader.array("the number of repeats")?;
    if usize::from(count) > reader.limits().elements {
        return Err(beyond_limit(start, count, reader.limits().elements));
    }
    Ok(count)
}

#[cold]
#[inline(never)]
fn beyond_limit(offset: usize, count: u8, most: usize) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::LimitExceeded,
        offset,
        alloc::format!("at most {most} repeats"),
        alloc::format!("{count}"),
    )
}

impl<'de, T: Block<'de>> Blocks<'de> for Vec<T> {
    #[inline]
    fn read_blocks(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let count = usize::from(read_count(reader)?);
        // Allocates no more than the remaining bytes can fill.
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

impl<'de: 'a, 'a, T: Block<'de>> Blocks<'de> for Repeated<'a, T> {
    #[inline]
    fn read_blocks(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let count = read_count(reader)?;
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
