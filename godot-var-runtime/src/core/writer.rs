//! The sinks into which every wire is written.

use alloc::vec::Vec;
use core::borrow::BorrowMut;

use self::sealed::Buffer;
use crate::core::reader::Word;
use crate::{EncodeError, EncodeErrorKind, Limits};

/// Where an encoder puts its bytes: a [`VecOutput`] or a [`SliceOutput`].
///
/// Writing itself cannot fail: a sink over a fixed buffer goes on counting when it is full,
/// and its owner asks once, at the end. The trait is sealed.
pub trait Output: Buffer {
    /// Appends bytes.
    fn put_bytes(&mut self, bytes: &[u8]);

    /// Appends a little-endian u32.
    #[inline(always)]
    fn put_u32(&mut self, value: u32) {
        self.put_bytes(&value.to_le_bytes());
    }

    /// Appends bytes and the zeros that align them to 4.
    fn put_padded(&mut self, bytes: &[u8]);

    /// Bytes written so far.
    fn position(&self) -> usize;

    /// Goes one container deeper.
    ///
    /// # Errors
    /// [`EncodeErrorKind::TooDeep`] beyond [`Limits::MAX_DEPTH`], which no engine reads.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter(&mut self) -> Result<(), EncodeError> {
        match self.depth().checked_sub(1) {
            Some(depth) => {
                *self.depth() = depth;
                Ok(())
            }
            None => Err(too_deep()),
        }
    }

    /// Leaves the container that [`enter`](Self::enter) entered.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leave(&mut self) {
        *self.depth() += 1;
    }
}

pub(crate) mod sealed {
    //! What only this library does with a sink.

    use crate::core::reader::Word;
    #[cfg(feature = "_wires")]
    use crate::{EncodeError, SliceOutput};

    /// Writes of constant size, and changes to what was written.
    pub trait Buffer {
        /// Appends words.
        fn put_words(&mut self, words: &[Word]);

        /// Appends the first two words, or all three: a number of two possible widths.
        fn put_number(&mut self, words: &[Word; 3], used: usize);

        /// Appends constant words, and after them a number as [`put_number`](Self::put_number) does.
        #[inline(always)]
        fn put_run_and_number(&mut self, run: &'static [Word], words: &[Word; 3], used: usize) {
            self.put_run(run);
            self.put_number(words, used);
        }

        /// Appends a length, a text of that many bytes without `NULS`, and zeros: those, and what aligns it to 4.
        fn put_text<const NULS: usize>(&mut self, len: u32, text: &[u8]);

        /// Appends a byte and the first `len` bytes of a little-endian number, of which there are
        /// eight.
        fn put_low_bytes(&mut self, first: u8, number: u64, len: usize);

        /// Appends a byte and those after it.
        #[cfg(feature = "_wires")]
        fn put_after(&mut self, first: u8, bytes: &[u8]);

        /// Appends the constant words of a run, whose holes are filled afterwards. Returns where it begins, for
        /// [`run`](Self::run).
        fn put_run(&mut self, run: &'static [Word]) -> usize;

        /// The end of what was written, on the scale of what [`put_run`](Self::put_run) returns.
        fn mark(&self) -> usize;

        /// The `len` words of the run that was appended at `mark`; `None` where there are none, as
        /// in a sink that only counts.
        fn run(&mut self, mark: usize, len: usize) -> Option<&mut [Word]>;

        /// Appends words of known content and lets `fill` set the values among them; takes them
        /// back when it returns `false`, which is returned. In a sink that does not
        /// [grow](Self::grows) they leave traces: what is written instead must be as long.
        fn put_filled(
            &mut self,
            words: &'static [Word],
            fill: impl FnOnce(&mut [Word]) -> bool,
        ) -> bool;

        /// Appends a value of at most `most` words, of which `fill` writes some into that many and says how many they
        /// are. If it returns `None` or there is no room for `most` words, nothing is appended, and `false` is returned. In a
        /// sink that does not [grow](Self::grows) `fill` leaves traces then: what is written instead must be as long.
        fn put_bounded(
            &mut self,
            most: usize,
            fill: impl FnOnce(&mut [Word]) -> Option<usize>,
        ) -> bool;

        /// Appends at most `most` bytes, or exactly that many, which `fill` writes into a sink that has room for them; where this one has
        /// none, `fill` gets a sink that counts them.
        #[cfg(feature = "_wires")]
        fn put_within(
            &mut self,
            most: usize,
            exactly: bool,
            fill: impl FnOnce(&mut SliceOutput<'_>) -> Result<(), EncodeError>,
        ) -> Result<(), EncodeError>;

        /// Takes back everything written after `position`.
        fn rewind(&mut self, position: usize);

        /// Replaces bytes that were written at `position`: a length that is known afterwards.
        fn replace(&mut self, position: usize, bytes: &[u8]);

        /// Makes room for `len` more bytes, if the sink grows.
        fn reserve(&mut self, len: usize);

        /// Whether there is always room for more.
        #[inline(always)]
        fn grows(&self) -> bool {
            false
        }

        /// The containers that may still be entered.
        fn depth(&mut self) -> &mut u32;
    }
}

/// Writes the first `len` bytes of a little-endian number, at most eight, and leaves the others as
/// they are: one load and one store of constant size.
#[inline(always)]
fn put_low(room: &mut [u8; 8], number: u64, len: usize) {
    let old = u64::from_le_bytes(*room);
    // In two halves, as all 64 bits are shifted out where nothing is kept.
    let kept = u64::MAX << (len * 4) << (len * 4);
    *room = (number ^ ((number ^ old) & kept)).to_le_bytes();
}

/// Copies of at most 16 words become moves; longer ones become calls.
pub(crate) const PIECE: usize = 16;

#[cold]
#[inline(never)]
fn too_deep() -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::TooDeep,
        alloc::format!("more than {} nested containers", Limits::MAX_DEPTH),
    )
}

#[cfg(feature = "_wires")]
#[cold]
#[inline(never)]
fn longer_than_stated() -> EncodeError {
    EncodeError::new(EncodeErrorKind::TooLong, "a value of more bytes than its type states")
}

/// Writes what fits, and returns the position at the end. It is out of line, as its caller has the same code for a value that has
/// room, and gets no sink, so that the caller's stays in registers.
#[cfg(feature = "_wires")]
#[cold]
#[inline(never)]
fn without_room(
    buffer: &mut [u8],
    position: usize,
    depth: u32,
    fill: impl FnOnce(&mut SliceOutput<'_>) -> Result<(), EncodeError>,
) -> Result<usize, EncodeError> {
    let mut out = SliceOutput { buffer, position, depth };
    fill(&mut out)?;
    Ok(out.position)
}

/// A sink over a buffer that grows.
macro_rules! growing {
    ($(#[$doc:meta])* $name:ident, $buffer:ty) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name<B> {
            buffer: B,
            start: usize,
            depth: u32,
        }

        impl<B: BorrowMut<$buffer>> $name<B> {
            /// Appends to what the buffer holds.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn new(buffer: B) -> Self {
                let start = buffer.borrow().len();
                Self { buffer, start, depth: Limits::MAX_DEPTH }
            }

            /// The buffer, with what was written.
            #[inline(always)]
            pub fn into_buffer(self) -> B {
                self.buffer
            }

            #[inline(always)]
            pub(crate) fn buffer(&mut self) -> &mut $buffer {
                self.buffer.borrow_mut()
            }

            #[inline(always)]
            fn len(&self) -> usize {
                self.buffer.borrow().len()
            }
        }

        impl<B: BorrowMut<$buffer>> Output for $name<B> {
            #[inline(always)]
            fn put_bytes(&mut self, bytes: &[u8]) {
                self.buffer().extend_from_slice(bytes);
            }

            #[inline(always)]
            fn put_padded(&mut self, bytes: &[u8]) {
                let buffer = self.buffer();
                buffer.extend_from_slice(bytes);
                buffer.extend_from_slice(&[0; 4]);
                buffer.truncate(buffer.len() - 4 + bytes.len().wrapping_neg() % 4);
            }

            #[inline(always)]
            fn position(&self) -> usize {
                self.len() - self.start
            }
        }

        impl<B: BorrowMut<$buffer>> Buffer for $name<B> {
            #[inline(always)]
            fn put_words(&mut self, words: &[Word]) {
                self.put_bytes(words.as_flattened());
            }

            #[inline(always)]
            fn put_number(&mut self, words: &[Word; 3], used: usize) {
                let buffer = self.buffer();
                buffer.extend_from_slice(words.as_flattened());
                buffer.truncate(buffer.len() - (3 - used) * 4);
            }

            #[inline(always)]
            fn put_text<const NULS: usize>(&mut self, len: u32, text: &[u8]) {
                let buffer = self.buffer();
                buffer.extend_from_slice(&len.to_le_bytes());
                buffer.extend_from_slice(text);
                buffer.extend_from_slice(&[0; 4]);
                let zeros = NULS + (text.len() + NULS).wrapping_neg() % 4;
                buffer.truncate(buffer.len() - 4 + zeros);
            }

            #[inline(always)]
            fn put_low_bytes(&mut self, first: u8, number: u64, len: usize) {
                let [a, b, c, d, e, f, g, h] = number.to_le_bytes();
                let buffer = self.buffer();
                buffer.extend_from_slice(&[first, a, b, c, d, e, f, g, h]);
                buffer.truncate(buffer.len() - (8 - len));
            }

            #[cfg(feature = "_wires")]
            #[inline(always)]
            fn put_after(&mut self, first: u8, bytes: &[u8]) {
                let buffer = self.buffer();
                buffer.extend_from_slice(&[first]);
                buffer.extend_from_slice(bytes);
            }

            #[inline(always)]
            fn put_run(&mut self, run: &'static [Word]) -> usize {
                self.buffer().extend_from_slice(run.as_flattened());
                // From the end: where the buffer has grown, the compiler does not know its old length any more.
                self.len() - run.len() * 4
            }

            #[inline(always)]
            fn mark(&self) -> usize {
                self.len()
            }

            #[inline(always)]
            fn run(&mut self, mark: usize, len: usize) -> Option<&mut [Word]> {
                let bytes = self.buffer().get_mut(mark..mark + len * 4)?;
                Some(bytes.as_chunks_mut().0)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn put_filled(
                &mut self,
                words: &'static [Word],
                fill: impl FnOnce(&mut [Word]) -> bool,
            ) -> bool {
                let buffer = self.buffer();
                let start = buffer.len();
                buffer.reserve(words.len() * 4);
                for piece in words.chunks(PIECE) {
                    buffer.extend_from_slice(piece.as_flattened());
                }
                let room = buffer.get_mut(start..).map(|room| room.as_chunks_mut().0);
                let filled = match room.and_then(|room| room.get_mut(..words.len())) {
                    Some(room) => fill(room),
                    None => false,
                };
                if !filled {
                    buffer.truncate(start);
                }
                filled
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn put_bounded(
                &mut self,
                most: usize,
                fill: impl FnOnce(&mut [Word]) -> Option<usize>,
            ) -> bool {
                const ZEROS: &[Word; 2 * PIECE] = &[[0; 4]; 2 * PIECE];
                let buffer = self.buffer();
                let start = buffer.len();
                // The value may be shorter. What is written instead takes more memory if it needs it.
                if buffer.capacity() - start < most * 4 {
                    return false;
                }
                let mut left = most;
                while left > 0 {
                    let piece = ZEROS.get(..left).unwrap_or(ZEROS);
                    buffer.extend_from_slice(piece.as_flattened());
                    left -= piece.len();
                }
                let room = buffer.get_mut(start..).map(|room| room.as_chunks_mut().0);
                let used = room.and_then(|room| room.get_mut(..most)).and_then(fill);
                buffer.truncate(start + used.unwrap_or_default() * 4);
                used.is_some()
            }

            #[cfg(feature = "_wires")]
            #[inline(always)]
            fn put_within(
                &mut self,
                most: usize,
                exactly: bool,
                fill: impl FnOnce(&mut SliceOutput<'_>) -> Result<(), EncodeError>,
            ) -> Result<(), EncodeError> {
                let depth = self.depth;
                let buffer = self.buffer();
                buffer.resize(buffer.len() + most, 0);
                // From the end: where the buffer has grown, the compiler does not know its old length any more.
                let start = buffer.len() - most;
                // Re-slices to `most` so that the compiler sees the length.
                let room = buffer.get_mut(start..).and_then(|room| room.get_mut(..most));
                let Some(room) = room else { return Err(longer_than_stated()) };
                let mut room = SliceOutput { buffer: room, position: 0, depth };
                fill(&mut room)?;
                let used = room.position;
                if !exactly {
                    buffer.truncate(start + used);
                }
                if used > most { Err(longer_than_stated()) } else { Ok(()) }
            }

            #[inline(always)]
            fn rewind(&mut self, position: usize) {
                let len = self.start + position;
                self.buffer().truncate(len);
            }

            #[inline(always)]
            fn replace(&mut self, position: usize, bytes: &[u8]) {
                let start = self.start + position;
                if let Some(target) = self.buffer().get_mut(start..start + bytes.len()) {
                    target.copy_from_slice(bytes);
                }
            }

            #[inline(always)]
            fn reserve(&mut self, len: usize) {
                self.buffer().reserve(len);
            }

            #[inline(always)]
            fn grows(&self) -> bool {
                true
            }

            #[inline(always)]
            fn depth(&mut self) -> &mut u32 {
                &mut self.depth
            }
        }
    };
}

growing! {
    /// Appends to a `Vec<u8>`: a `&mut Vec<u8>`, or a `Vec<u8>` of its own.
    ///
    /// Its own takes the moves in and out, and then less for each value: the compiler need not fear that
    /// a byte that is written is part of the `Vec` itself.
    ///
    /// ```
    /// use godot_var_runtime::variant::{EncodeVariant, Godot4};
    /// use godot_var_runtime::VecOutput;
    ///
    /// let mut out = VecOutput::new(Vec::new());
    /// EncodeVariant::<Godot4>::encode(&true, &mut out)?;
    /// assert_eq!(out.into_buffer(), [1, 0, 0, 0, 1, 0, 0, 0]);
    /// # Ok::<(), godot_var_runtime::EncodeError>(())
    /// ```
    VecOutput, Vec<u8>
}

#[cfg(feature = "bytes")]
growing! {
    /// Appends to a [`BytesMut`](bytes::BytesMut): a `&mut BytesMut`, or a `BytesMut` of its own.
    BytesMutOutput, bytes::BytesMut
}

/// Fills a byte slice, and goes on counting when it is full.
#[derive(Debug)]
pub struct SliceOutput<'a> {
    buffer: &'a mut [u8],
    position: usize,
    depth: u32,
}

impl<'a> SliceOutput<'a> {
    /// Writes from the start of `buffer`. An empty one makes a counter.
    #[inline]
    pub fn new(buffer: &'a mut [u8]) -> Self {
        Self { buffer, position: 0, depth: Limits::MAX_DEPTH }
    }
}

#[cfg(feature = "_wires")]
impl SliceOutput<'_> {
    /// The next `total` bytes in chunks of `len`, for elements of that length; `None` if there are fewer.
    #[inline(always)]
    pub(crate) fn take_chunks(
        &mut self,
        total: usize,
        len: usize,
    ) -> Option<core::slice::ChunksExactMut<'_, u8>> {
        let room = self.buffer.get_mut(self.position..self.position + total)?;
        self.position += total;
        Some(room.chunks_exact_mut(len))
    }
}

impl Output for SliceOutput<'_> {
    #[inline(always)]
    fn put_bytes(&mut self, bytes: &[u8]) {
        let end = self.position + bytes.len();
        if let Some(target) = self.buffer.get_mut(self.position..end) {
            target.copy_from_slice(bytes);
        }
        self.position = end;
    }

    #[inline(always)]
    fn put_padded(&mut self, bytes: &[u8]) {
        let end = self.position + bytes.len().next_multiple_of(4);
        if let Some(target) = self.buffer.get_mut(self.position..end) {
            // All of it but the padding is written over.
            if let Some(padding) = target.last_chunk_mut::<4>() {
                *padding = [0; 4];
            }
            if let Some(target) = target.get_mut(..bytes.len()) {
                target.copy_from_slice(bytes);
            }
        }
        self.position = end;
    }

    #[inline(always)]
    fn position(&self) -> usize {
        self.position
    }
}

impl Buffer for SliceOutput<'_> {
    #[inline(always)]
    fn put_words(&mut self, words: &[Word]) {
        self.put_bytes(words.as_flattened());
    }

    #[inline(always)]
    fn put_number(&mut self, words: &[Word; 3], used: usize) {
        let (end, len) = (self.position + 12, used * 4);
        if let Some(room) = self.buffer.get_mut(self.position..end)
            && let [first, second, third] = room.as_chunks_mut().0
        {
            *first = words[0];
            *second = words[1];
            if used == 3 {
                *third = words[2];
            }
            self.position += len;
        } else {
            self.put_bytes(words.as_flattened().get(..len).unwrap_or_default());
        }
    }

    #[inline(always)]
    fn put_run_and_number(&mut self, run: &'static [Word], words: &[Word; 3], used: usize) {
        let end = self.position + run.len() * 4 + 12;
        if let Some(room) = self.buffer.get_mut(self.position..end)
            && let Some((room, [first, second, third])) =
                room.as_chunks_mut().0.split_at_mut_checked(run.len())
        {
            for (room, piece) in room.chunks_mut(PIECE).zip(run.chunks(PIECE)) {
                room.copy_from_slice(piece);
            }
            *first = words[0];
            *second = words[1];
            if used == 3 {
                *third = words[2];
            }
            self.position += (run.len() + used) * 4;
        } else {
            self.put_run(run);
            self.put_number(words, used);
        }
    }

    #[inline(always)]
    fn put_text<const NULS: usize>(&mut self, len: u32, text: &[u8]) {
        let end = self.position + 4 + (text.len() + NULS).next_multiple_of(4);
        if let Some(target) = self.buffer.get_mut(self.position..end) {
            // All of it but the padding is written over.
            if let Some(padding) = target.last_chunk_mut::<4>() {
                *padding = [0; 4];
            }
            if let Some((first, target)) = target.split_first_chunk_mut::<4>() {
                *first = len.to_le_bytes();
                if let Some(target) = target.get_mut(..text.len()) {
                    target.copy_from_slice(text);
                }
            }
        }
        self.position = end;
    }

    #[inline(always)]
    fn put_low_bytes(&mut self, first: u8, number: u64, len: usize) {
        let end = self.position + 9;
        if let Some(room) = self.buffer.get_mut(self.position..end)
            && let Some((place, room)) = room.split_first_mut()
            && let Some(room) = room.first_chunk_mut::<8>()
        {
            *place = first;
            put_low(room, number, len);
            self.position += 1 + len;
        } else {
            self.put_bytes(&[first]);
            self.put_bytes(number.to_le_bytes().get(..len).unwrap_or_default());
        }
    }

    #[cfg(feature = "_wires")]
    #[inline(always)]
    fn put_after(&mut self, first: u8, bytes: &[u8]) {
        let end = self.position + 1 + bytes.len();
        if let Some(room) = self.buffer.get_mut(self.position..end)
            && let Some((place, room)) = room.split_first_mut()
        {
            *place = first;
            room.copy_from_slice(bytes);
        }
        self.position = end;
    }

    #[inline(always)]
    fn put_run(&mut self, run: &'static [Word]) -> usize {
        let start = self.position;
        let end = start + run.len() * 4;
        if let Some(room) = self.buffer.get_mut(start..end) {
            let room = room.as_chunks_mut().0;
            for (room, piece) in room.chunks_mut(PIECE).zip(run.chunks(PIECE)) {
                room.copy_from_slice(piece);
            }
        }
        self.position = end;
        start
    }

    #[inline(always)]
    fn mark(&self) -> usize {
        self.position
    }

    #[inline(always)]
    fn run(&mut self, mark: usize, len: usize) -> Option<&mut [Word]> {
        let bytes = self.buffer.get_mut(mark..mark + len * 4)?;
        Some(bytes.as_chunks_mut().0)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put_filled(
        &mut self,
        words: &'static [Word],
        fill: impl FnOnce(&mut [Word]) -> bool,
    ) -> bool {
        let rest = self.buffer.get_mut(self.position..).unwrap_or_default();
        let Some(room) = rest.as_chunks_mut().0.get_mut(..words.len()) else { return false };
        for (room, piece) in room.chunks_mut(PIECE).zip(words.chunks(PIECE)) {
            room.copy_from_slice(piece);
        }
        let filled = fill(room);
        if filled {
            self.position += words.len() * 4;
        }
        filled
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put_bounded(
        &mut self,
        most: usize,
        fill: impl FnOnce(&mut [Word]) -> Option<usize>,
    ) -> bool {
        let room = self.buffer.get_mut(self.position..self.position + most * 4);
        let used = room.and_then(|room| fill(room.as_chunks_mut().0));
        self.position += used.unwrap_or_default() * 4;
        used.is_some()
    }

    #[cfg(feature = "_wires")]
    #[inline(always)]
    fn put_within(
        &mut self,
        most: usize,
        exactly: bool,
        fill: impl FnOnce(&mut SliceOutput<'_>) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        let (start, depth) = (self.position, self.depth);
        if let Some(end) = start.checked_add(most)
            && let Some(room) = self.buffer.get_mut(start..end)
        {
            let mut room = SliceOutput { buffer: room, position: 0, depth };
            fill(&mut room)?;
            let used = room.position;
            self.position = start + if exactly { most } else { used };
            return if used > most { Err(longer_than_stated()) } else { Ok(()) };
        }
        let end = without_room(&mut *self.buffer, start, depth, fill)?;
        // A sum instead of the call's result where both are equal: both branches then share code.
        self.position = if exactly { start + most } else { end };
        Ok(())
    }

    #[inline(always)]
    fn rewind(&mut self, position: usize) {
        self.position = position;
    }

    #[inline(always)]
    fn replace(&mut self, position: usize, bytes: &[u8]) {
        if let Some(target) = self.buffer.get_mut(position..position + bytes.len()) {
            target.copy_from_slice(bytes);
        }
    }

    #[inline(always)]
    fn reserve(&mut self, _len: usize) {}

    #[inline(always)]
    fn depth(&mut self) -> &mut u32 {
        &mut self.depth
    }
}

#[cfg(test)]
mod tests;
