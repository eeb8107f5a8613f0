//! The cursor through which every wire is read.

use crate::{DecodeError, DecodeErrorKind, Limits};

/// Four bytes of the wire: the unit to which Variant values are aligned.
pub type Word = [u8; 4];

/// A cursor over a borrowed message, with the [`Limits`] that its reader has set.
///
/// Cloning it is cheap: a decoder tries a form on a copy and keeps the copy when it fits.
#[derive(Clone, Debug)]
pub struct Reader<'de> {
    bytes: &'de [u8],
    cursor: Cursor<'de>,
    budget: Budget,
}

/// Where a reader is. A speculative reading that fails puts it back: see [`Reader::attempt`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'de> {
    /// The end of the message that has not been read.
    rest: &'de [u8],
    /// Containers that may still be entered.
    depth: u32,
    /// How much was left where the innermost pointer around this place began: see [`Reader::point`].
    pointer_at: u32,
    /// Bytes of memory that containers have taken ahead of the elements that they promise.
    ahead: usize,
    /// Whether a record around this place is read speculatively.
    tentative: bool,
}

/// What a message may cost. What is spent stays spent.
#[derive(Clone, Copy, Debug)]
struct Budget {
    /// Bytes examined without reading a value from them: see [`Reader::charge`].
    work: usize,
    /// Whether records are read in their usual order first.
    speculates: bool,
    /// Whether the message is the payload of one value, apart from its header: see [`Reader::of_payload`].
    aside: bool,
    limits: Limits,
}

impl Cursor<'_> {
    /// How many bytes were left here.
    #[inline(always)]
    pub(crate) fn remaining(&self) -> usize {
        self.rest.len()
    }
}

impl<'de> Reader<'de> {
    /// How many times the length of the message may be examined without a result before records are no
    /// longer read speculatively.
    const ATTEMPTS: usize = 8;

    /// How many times the length of the message may be examined without a result for untagged enums and
    /// flattened options.
    const PATIENCE: usize = 32;

    /// How often more for each container that may be around a byte: to find the fields of a record
    /// its values are stepped over, and what is in them again inside each.
    const WALKS: usize = 2;

    /// How many bytes may be examined without a result, however short a message is.
    const LEAST_PATIENCE: usize = 1 << 14;

    /// What an error costs that nobody sees, in bytes looked at.
    const ERROR: usize = 16;

    /// As many elements as all records have that are read speculatively whatever
    /// [`Limits::elements`] says; for longer ones it is asked.
    pub(crate) const FEW_ELEMENTS: usize = 16;

    /// How many times the length of the message all containers around a place may take in memory
    /// before their elements have come. An element has four bytes or more on the wire that no other
    /// container counts: promises that are kept fit, up to the 40 bytes of a `Variant` each.
    const AHEAD: usize = 10;

    /// A cursor at the start of a message, with the default limits.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(bytes: &'de [u8]) -> Self {
        Self::with_limits(bytes, Limits::DEFAULT)
    }

    /// A cursor at the start of a message.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn with_limits(bytes: &'de [u8], limits: Limits) -> Self {
        let depth = if limits.depth < Limits::MAX_DEPTH { limits.depth } else { Limits::MAX_DEPTH };
        let speculates = limits.elements >= Self::FEW_ELEMENTS;
        Self {
            bytes,
            cursor: Cursor { rest: bytes, depth, pointer_at: u32::MAX, ahead: 0, tentative: false },
            budget: Budget { work: 0, speculates, aside: false, limits },
        }
    }

    /// A cursor at a value whose payload is not in its usual form: an int in 1, 2, 4 or 8 bytes, or a packed array of
    /// bytes without its length. Its header is all there is to read, and the reader of the payload asks
    /// [`payload_aside`](Self::payload_aside). Its positions mean nothing, and may be beyond any message.
    #[inline(always)]
    pub(crate) fn of_payload(header: &'static [u8], payload: &'de [u8], limits: Limits) -> Self {
        let mut reader = Self::with_limits(payload, limits);
        reader.cursor.rest = header;
        reader.budget.speculates = false;
        reader.budget.aside = true;
        reader
    }

    /// The payload of a reader that [`of_payload`](Self::of_payload) made.
    #[inline(always)]
    pub(crate) fn payload_aside(&self) -> Option<&'de [u8]> {
        if self.budget.aside { Some(self.bytes) } else { None }
    }

    /// Bytes read so far: the offset of what comes next.
    #[inline(always)]
    pub fn position(&self) -> usize {
        self.bytes.len().wrapping_sub(self.cursor.rest.len())
    }

    /// The bytes that have not been read.
    #[inline(always)]
    pub fn rest(&self) -> &'de [u8] {
        self.cursor.rest
    }

    /// How many bytes have not been read.
    #[inline(always)]
    pub fn remaining(&self) -> usize {
        self.cursor.rest.len()
    }

    /// The limits of this reading.
    #[inline(always)]
    pub fn limits(&self) -> &Limits {
        &self.budget.limits
    }

    /// Continues at another offset of the same message; past its end means at its end.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn seek(&mut self, position: usize) {
        let end = self.bytes.get(self.bytes.len()..).unwrap_or_default();
        self.cursor.rest = self.bytes.get(position..).unwrap_or(end);
    }

    /// Continues at what [`rest`](Self::rest) was or will be.
    #[inline(always)]
    pub(crate) fn seek_rest(&mut self, rest: &'de [u8]) {
        self.cursor.rest = rest;
    }

    /// Takes `len` bytes.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`] if fewer remain; `what` names the value in its message.
    #[inline]
    pub fn take(&mut self, len: usize, what: &'static str) -> Result<&'de [u8], DecodeError> {
        match self.cursor.rest.split_at_checked(len) {
            Some((taken, rest)) => {
                self.cursor.rest = rest;
                Ok(taken)
            }
            None => Err(self.incomplete(what)),
        }
    }

    /// Takes all bytes that are left.
    #[cfg(feature = "_wires")]
    #[inline(always)]
    pub(crate) fn take_rest(&mut self) -> &'de [u8] {
        let rest = self.cursor.rest;
        self.cursor.rest = rest.get(rest.len()..).unwrap_or_default();
        rest
    }

    /// A reader of the next `len` bytes alone, at the same offset of the same message.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`] if fewer remain.
    #[cfg(feature = "litenet")]
    pub(crate) fn part(&self, len: usize, what: &'static str) -> Result<Self, DecodeError> {
        let (Some(bytes), Some(rest)) =
            (self.bytes.get(..self.position() + len), self.cursor.rest.get(..len))
        else {
            return Err(self.incomplete(what));
        };
        Ok(Self { bytes, cursor: Cursor { rest, ..self.cursor }, ..self.clone() })
    }

    /// A reader of a part of the same message alone. Its positions count from the start of the part.
    #[cfg(feature = "_wires")]
    #[inline(always)]
    pub(crate) fn of_part(&self, part: &'de [u8]) -> Self {
        Self { bytes: part, cursor: Cursor { rest: part, ..self.cursor }, ..self.clone() }
    }

    /// A reader of the bytes `taken` alone, which were read last.
    #[cfg(feature = "flat")]
    pub(crate) fn before(&self, taken: &'de [u8]) -> Self {
        let bytes = self.bytes.get(..self.position()).unwrap_or(self.bytes);
        Self { bytes, cursor: Cursor { rest: taken, ..self.cursor }, ..self.clone() }
    }

    /// Takes `N` bytes as an array.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`] if fewer remain.
    #[inline(always)]
    pub fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], DecodeError> {
        match self.cursor.rest.split_first_chunk::<N>() {
            Some((taken, rest)) => {
                self.cursor.rest = rest;
                Ok(*taken)
            }
            None => Err(self.incomplete(what)),
        }
    }

    /// Takes a little-endian u32.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`] if fewer than 4 bytes remain.
    #[inline(always)]
    pub fn u32(&mut self, what: &'static str) -> Result<u32, DecodeError> {
        Ok(u32::from_le_bytes(self.array(what)?))
    }

    /// Takes a little-endian u64.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`] if fewer than 8 bytes remain.
    #[inline(always)]
    pub fn u64(&mut self, what: &'static str) -> Result<u64, DecodeError> {
        Ok(u64::from_le_bytes(self.array(what)?))
    }

    /// The next little-endian u32, left in place.
    #[inline(always)]
    pub fn peek_u32(&self) -> Option<u32> {
        self.cursor.rest.first_chunk().map(|word| u32::from_le_bytes(*word))
    }

    /// The next `len` words, left in place, if there are as many.
    #[inline(always)]
    pub(crate) fn peek_words(&self, len: usize) -> Option<&'de [Word]> {
        self.cursor.rest.as_chunks().0.get(..len)
    }

    /// The whole message.
    #[inline(always)]
    pub(crate) fn message(&self) -> &'de [u8] {
        self.bytes
    }

    /// Steps over `len` words that [`peek_words`](Self::peek_words) has shown.
    #[inline(always)]
    pub(crate) fn skip_words(&mut self, len: usize) {
        debug_assert!(len * 4 <= self.cursor.rest.len());
        self.cursor.rest = self.cursor.rest.get(len * 4..).unwrap_or_default();
    }

    /// Goes one container deeper.
    ///
    /// # Errors
    /// [`DecodeErrorKind::TooDeep`] beyond [`Limits::depth`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn enter(&mut self) -> Result<(), DecodeError> {
        match self.cursor.depth.checked_sub(1) {
            Some(depth) => {
                self.cursor.depth = depth;
                Ok(())
            }
            None => Err(self.too_deep()),
        }
    }

    /// Leaves the container that [`enter`](Self::enter) entered.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn leave(&mut self) {
        self.cursor.depth += 1;
    }

    /// The same as entering a container and leaving it again.
    ///
    /// # Errors
    /// [`DecodeErrorKind::TooDeep`] beyond [`Limits::depth`].
    #[cfg(feature = "_wires")]
    #[inline(always)]
    pub(crate) fn check_depth(&self) -> Result<(), DecodeError> {
        if self.cursor.depth == 0 {
            return Err(too_deep(self.position(), self.budget.limits.depth));
        }
        Ok(())
    }

    /// Whether `levels` containers may be inside each other here, of `elements` elements each.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn allows(&self, levels: u32, elements: usize) -> bool {
        self.cursor.depth >= levels && self.budget.limits.elements >= elements
    }

    /// Reads what a pointer points to. A pointer directly in another, without a byte between them,
    /// counts as a container: a type that holds itself by pointers alone must end somewhere.
    ///
    /// # Errors
    /// [`DecodeErrorKind::TooDeep`], and those of the value.
    #[inline(always)]
    pub(crate) fn point<T>(
        &mut self,
        decode: impl FnOnce(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        let Cursor { rest, depth, pointer_at, .. } = self.cursor;
        let at = rest.len() as u32;
        if at == pointer_at {
            self.enter()?;
        }
        self.cursor.pointer_at = at;
        let read = decode(self);
        (self.cursor.pointer_at, self.cursor.depth) = (pointer_at, depth);
        read
    }

    /// Whether a container of this many levels may be read speculatively, as far as limits go.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn may_enter(&self, levels: u32, elements: usize) -> bool {
        // Few elements are allowed wherever records are read speculatively.
        levels == 1 && elements <= Self::FEW_ELEMENTS || self.allows(levels, elements)
    }

    /// Goes into a container to read it speculatively, of this many levels and elements: where it begins, for
    /// [`accept`](Self::accept) or [`put_back`](Self::put_back). `None` where it has to be read with care: limits may
    /// refuse it, or so many attempts have failed that another one is not worth it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn attempt(&mut self, levels: u32, elements: usize) -> Option<Cursor<'de>> {
        let start = self.cursor;
        if !self.budget.speculates || start.depth == 0 || !self.may_enter(levels, elements) {
            return None;
        }
        self.cursor.depth = start.depth - 1;
        self.cursor.tentative = true;
        Some(start)
    }

    /// Leaves a container at which the reader was at `start`, and goes on after it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn accept(&mut self, start: Cursor<'de>) {
        self.cursor.depth = start.depth;
        self.cursor.tentative = start.tentative;
    }

    /// Goes back to `start`, as what was read since does not fit, and returns what to [charge](Self::charge) for it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn put_back(&mut self, start: Cursor<'de>) -> usize {
        let bytes = start.rest.len().saturating_sub(self.cursor.rest.len());
        self.cursor = start;
        Self::failure(bytes)
    }

    /// What a read that failed after this many bytes is [charged](Self::charge).
    #[inline(always)]
    pub(crate) const fn failure(bytes: usize) -> usize {
        bytes.saturating_add(Self::ERROR)
    }

    /// Counts bytes that were examined without reading a value from them: those of attempts that failed, and those
    /// that were skipped to find the fields of a record.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn charge(&mut self, bytes: usize) {
        let work = self.budget.work.saturating_add(bytes);
        self.budget.work = work;
        self.budget.speculates &= work / Self::ATTEMPTS <= self.bytes.len();
    }

    /// Takes over what a copy of this reader has spent.
    #[inline(always)]
    pub(crate) fn spend(&mut self, copy: &Self) {
        self.budget = copy.budget;
    }

    /// Continues where a copy of this reader is, and takes over what it has spent.
    #[inline(always)]
    pub(crate) fn follow(&mut self, copy: &Self) {
        self.cursor = copy.cursor;
        self.budget.work = copy.budget.work;
        self.budget.speculates = copy.budget.speculates;
    }

    /// Where this reader is.
    #[inline(always)]
    pub(crate) fn cursor(&self) -> Cursor<'de> {
        self.cursor
    }

    /// Whether records are read speculatively.
    #[inline(always)]
    pub(crate) fn speculates(&self) -> bool {
        self.budget.speculates
    }

    /// Ends the speculative readings around this place once they have cost too much.
    ///
    /// # Errors
    /// [`DecodeErrorKind::LimitExceeded`], which nobody sees: what is around is read again.
    #[inline]
    pub(crate) fn check_attempts(&self) -> Result<(), DecodeError> {
        if self.budget.speculates || !self.cursor.tentative {
            return Ok(());
        }
        Err(self.too_much_work("too many bytes of attempts that failed"))
    }

    /// Counts a read that failed after this many bytes, where another may still fit.
    ///
    /// # Errors
    /// [`DecodeErrorKind::LimitExceeded`] when too much was read without a result.
    pub(crate) fn read_in_vain(&mut self, bytes: usize) -> Result<(), DecodeError> {
        self.charge(Self::failure(bytes));
        self.check_attempts()?;
        let levels = self.budget.limits.depth.min(Limits::MAX_DEPTH) as usize;
        let times = Self::PATIENCE + Self::WALKS * levels;
        let patience = self.bytes.len().saturating_mul(times);
        if self.budget.work <= patience.saturating_add(Self::LEAST_PATIENCE) {
            return Ok(());
        }
        Err(self.too_much_work("too many variants of untagged enums that do not fit"))
    }

    /// For how many of `count` promised elements to take memory at once. [`give_back`](Self::give_back)
    /// ends it when they have come.
    #[inline(always)]
    pub(crate) fn room_for<T>(&mut self, count: usize) -> usize {
        let room = self.bytes.len().saturating_mul(Self::AHEAD).saturating_sub(self.cursor.ahead);
        let fitting = count.min(room / size_of::<T>().max(1));
        self.cursor.ahead += fitting * size_of::<T>();
        fitting
    }

    /// Gives back what [`room_for`](Self::room_for) took for this many elements.
    #[inline(always)]
    pub(crate) fn give_back<T>(&mut self, fitting: usize) {
        self.cursor.ahead -= fitting * size_of::<T>();
    }

    /// Counts elements of a list that may take no bytes at all, as lists inside each other promise many of
    /// them for few bytes, and the memory that they take.
    ///
    /// # Errors
    /// [`DecodeErrorKind::LimitExceeded`] when there are more than the bytes that may be read without a result.
    #[cfg(feature = "_wires")]
    pub(crate) fn count_empty<T>(&mut self, count: usize) -> Result<(), DecodeError> {
        self.charge(count.saturating_mul(size_of::<T>().max(1)));
        let patience = self.bytes.len().saturating_mul(Self::PATIENCE);
        // As many as a list may have that is a whole message.
        if self.budget.work <= patience.saturating_add(1 << 16) {
            return Ok(());
        }
        Err(self.too_much_work("too many elements without bytes"))
    }

    #[cold]
    fn too_much_work(&self, complaint: &'static str) -> DecodeError {
        DecodeError::new(DecodeErrorKind::LimitExceeded, self.position(), "", complaint).of_limits()
    }

    #[cold]
    #[inline(never)]
    fn too_deep(&self) -> DecodeError {
        too_deep(self.position(), self.budget.limits.depth)
    }

    /// The error for a buffer that ends inside `what`.
    #[cold]
    #[inline(never)]
    pub fn incomplete(&self, what: &'static str) -> DecodeError {
        DecodeError::new(DecodeErrorKind::Incomplete, self.bytes.len(), what, "")
    }
}

/// The error for a container that is one too many. It gets its place by value, so that a reader that is read in line stays in registers.
#[cold]
#[inline(never)]
fn too_deep(position: usize, depth: u32) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::TooDeep,
        position,
        alloc::format!("at most {depth} nested containers"),
        "more",
    )
    .hinted(if depth < Limits::MAX_DEPTH { Limits::RAISES_DEPTH } else { "" })
    .of_limits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_in_vain_are_bounded_by_the_message() {
        for (len, depth, times) in [(1_000, 128, 288), (1_000, 4, 40), (1 << 20, 128, 288)] {
            let bytes = alloc::vec![0; len];
            let most = times * len + (1 << 14) - Reader::ERROR;
            for (looked_at, good) in [(0, true), (most, true), (most + 1, false)] {
                let mut reader = Reader::with_limits(&bytes, Limits::DEFAULT.with_depth(depth));
                assert_eq!(reader.read_in_vain(looked_at).is_ok(), good, "{looked_at} of {len}");
                let speculates = looked_at + Reader::ERROR < 8 * (len + 1);
                assert_eq!(reader.attempt(1, 0).is_some(), speculates, "{looked_at} of {len}");
            }
        }
    }

    #[test]
    fn records_are_read_speculatively_where_limits_allow_it() {
        let speculates = |limits: Limits, levels, elements| {
            let mut reader = Reader::with_limits(&[0; 40], limits);
            assert_eq!(reader.may_enter(levels, elements), {
                levels == 1 && elements <= 16
                    || levels <= limits.depth && elements <= limits.elements
            });
            reader.attempt(levels, elements).is_some()
        };
        let usual = Limits::DEFAULT.with_depth(2).with_elements(20);
        assert!(speculates(usual, 1, 16) && speculates(usual, 1, 20) && speculates(usual, 2, 20));
        assert!(!speculates(usual, 1, 21) && !speculates(usual, 3, 1) && !speculates(usual, 2, 21));
        assert!(!speculates(usual.with_elements(15), 1, 1));
        assert!(speculates(usual.with_elements(16), 1, 16));
        assert!(!speculates(usual.with_depth(0), 1, 1));
    }

    #[test]
    fn an_attempt_ends_where_it_began_or_after_what_it_read() {
        let mut reader = Reader::with_limits(&[0; 40], Limits::DEFAULT.with_depth(1));
        reader.take(4, "").expect("4 bytes");
        for accepts in [false, true] {
            let start = reader.attempt(1, 1).expect("no attempt has failed");
            assert!(reader.attempt(1, 1).is_none(), "too deep");
            assert!(reader.enter().is_err());
            reader.take(8, "").expect("8 bytes");
            // As if attempts to read the values around it had failed.
            let mut poor = reader.clone();
            poor.charge(8 * 41);
            assert!(poor.check_attempts().is_err() && reader.check_attempts().is_ok());
            if accepts {
                reader.accept(start);
                poor.accept(start);
                assert_eq!((reader.position(), reader.remaining()), (12, 28));
            } else {
                assert_eq!(reader.put_back(start), 8 + 16);
                poor.put_back(start);
                assert_eq!((reader.position(), reader.remaining()), (4, 36));
            }
            assert!(poor.check_attempts().is_ok(), "nothing around it is read speculatively");
            reader.enter().expect("one container");
            reader.leave();
            assert!(!poor.speculates() && reader.speculates());
            let mut copy = reader.clone();
            copy.spend(&poor);
            assert!(!copy.speculates());
        }
    }

    #[test]
    fn a_pointer_counts_if_no_byte_stands_before_it_in_another() {
        let levels = |bytes: usize| {
            fn point(reader: &mut Reader<'_>, bytes: usize) -> Result<usize, DecodeError> {
                reader.take(bytes, "")?;
                let inner = reader.point(|reader| point(reader, bytes));
                Ok(inner.map_or(0, |levels| levels + 1))
            }
            let mut reader = Reader::with_limits(&[0; 40], Limits::DEFAULT.with_depth(3));
            let levels = point(&mut reader, bytes).expect("the outermost one");
            (0..3).for_each(|_| reader.enter().expect("nothing is left of them"));
            levels
        };
        assert_eq!((levels(0), levels(1), levels(4)), (4, 39, 9));
    }

    #[test]
    fn memory_ahead_is_bounded_by_the_message() {
        let mut reader = Reader::new(&[0; 8]);
        assert_eq!(reader.room_for::<u64>(4), 4);
        assert_eq!(reader.room_for::<u64>(100), 6);
        assert_eq!(reader.room_for::<u8>(1), 0);
        assert_eq!(reader.room_for::<()>(1), 0, "as if each took a byte");
        reader.give_back::<u64>(6);
        assert_eq!(reader.room_for::<u16>(100), 24);
    }

    #[cfg(feature = "_wires")]
    #[test]
    fn elements_without_bytes_are_counted() {
        let most = 32 * 100 + (1 << 16);
        for (size, counts) in [(1, [most, 1]), (4, [most / 4, 1])] {
            let mut reader = Reader::new(&[0; 100]);
            let [first, second] = counts.map(|count| match size {
                1 => reader.count_empty::<()>(count),
                _ => reader.count_empty::<u32>(count),
            });
            assert!(first.is_ok() && second.is_err(), "of {size}");
        }
    }

    #[test]
    fn a_reader_moves_within_its_message() {
        let bytes = [1, 0, 0, 0, 2, 0, 0, 0, 3];
        let mut reader = Reader::new(&bytes);
        assert_eq!(reader.peek_words(2), Some([[1, 0, 0, 0], [2, 0, 0, 0]].as_slice()));
        assert_eq!(reader.peek_words(3), None);
        reader.skip_words(1);
        assert_eq!(
            (reader.position(), reader.peek_u32(), reader.message()),
            (4, Some(2), &bytes[..])
        );
        reader.seek(8);
        assert_eq!((reader.rest(), reader.peek_u32()), ([3].as_slice(), None));
        reader.seek(10);
        assert_eq!((reader.position(), reader.remaining()), (9, 0));
        reader.seek_rest(&bytes[4..]);
        assert_eq!(reader.u64("").expect_err("5 bytes").kind(), DecodeErrorKind::Incomplete);
        assert_eq!((reader.position(), reader.u32("")), (4, Ok(2)));
        assert_eq!((reader.cursor().remaining(), reader.payload_aside()), (1, None));
        let aside = Reader::of_payload(&[7], &bytes, Limits::DEFAULT);
        assert_eq!((aside.rest(), aside.payload_aside()), ([7].as_slice(), Some(&bytes[..])));
        assert!(!aside.speculates());
    }

    #[test]
    fn the_largest_depth_holds_for_all_limits() {
        let mut reader = Reader::with_limits(&[], Limits::NONE.with_depth(u32::MAX));
        (0..1024).for_each(|_| reader.enter().expect("1,024 containers"));
        assert_eq!(reader.enter().expect_err("one more").kind(), DecodeErrorKind::TooDeep);
    }
}
