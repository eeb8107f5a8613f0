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
    /// The end of `bytes` that has not been read.
    rest: &'de [u8],
    /// Containers that may still be entered.
    depth: u32,
    /// Speculative readings of records around this one: see [`Reader::attempt`].
    attempts: u16,
    /// How values are read.
    reading: Reading,
    /// How much was left where the innermost pointer around this place began: see [`Reader::point`].
    pointer_at: u32,
    /// Bytes looked at beside those that a value is read from: see [`Reader::charge`].
    work: usize,
    /// Bytes of memory that containers have taken ahead of the elements that they promise.
    ahead: usize,
    limits: Limits,
}

/// How the values of a message are read.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Reading {
    /// Records in their usual order first.
    Speculative,
    /// With care alone.
    Careful,
    /// The message is the payload of an int, in 1, 2, 4 or 8 bytes; its header is [`Reader::rest`], which is no part of it.
    Int,
    /// The same of a packed array of bytes.
    Bytes,
}

/// Where a speculative reading began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attempt<'de> {
    rest: &'de [u8],
    depth: u32,
    attempts: u16,
    ahead: usize,
}

/// Where a speculative reading began in which only the position changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlatAttempt<'de> {
    rest: &'de [u8],
    depth: u32,
    attempts: u16,
    ahead: usize,
    work: usize,
    pointer_at: u32,
}

impl Attempt<'_> {
    /// How many bytes were left where it began.
    #[inline(always)]
    pub(crate) fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// How many bytes stand between where it began and `rest`, the end of the same message.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn bytes_until(&self, rest: &[u8]) -> usize {
        self.rest.len().saturating_sub(rest.len())
    }
}

impl<'de> Reader<'de> {
    /// How many times the length of the message may be looked at in vain before records are no
    /// longer read speculatively.
    const ATTEMPTS: usize = 8;

    /// How many times the length of the message may be looked at in vain for untagged enums and
    /// flattened options.
    const PATIENCE: usize = 32;

    /// How often more for each container that may stand around a byte: to find the fields of a record
    /// its values are stepped over, and what is in them again inside each.
    const WALKS: usize = 2;

    /// What may be looked at in vain however short a message is.
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
        let reading = if limits.elements >= Self::FEW_ELEMENTS {
            Reading::Speculative
        } else {
            Reading::Careful
        };
        Self {
            bytes,
            rest: bytes,
            depth,
            attempts: 0,
            reading,
            pointer_at: u32::MAX,
            work: 0,
            ahead: 0,
            limits,
        }
    }

    /// A cursor at an int that is not in its usual form, but in 1, 2, 4 or 8 bytes. Its header is all there is to
    /// read, and who reads the payload asks [`int_aside`](Self::int_aside). Its positions mean nothing, and may be beyond any message.
    #[inline(always)]
    pub(crate) fn of_int(header: &'de Word, bytes: &'de [u8], limits: Limits) -> Self {
        Self { rest: header, reading: Reading::Int, ..Self::with_limits(bytes, limits) }
    }

    /// The same for a packed array of bytes: see [`bytes_aside`](Self::bytes_aside).
    #[inline(always)]
    pub(crate) fn of_bytes(header: &'de Word, bytes: &'de [u8], limits: Limits) -> Self {
        Self { rest: header, reading: Reading::Bytes, ..Self::with_limits(bytes, limits) }
    }

    /// The int of a reader that [`of_int`](Self::of_int) made.
    #[inline(always)]
    pub(crate) fn int_aside(&self) -> Option<i64> {
        if self.reading != Reading::Int {
            return None;
        }
        Some(match *self.bytes {
            [a] => i8::from_le_bytes([a]).into(),
            [a, b] => i16::from_le_bytes([a, b]).into(),
            [a, b, c, d] => i32::from_le_bytes([a, b, c, d]).into(),
            _ => self.bytes.first_chunk().map_or(0, |bytes| i64::from_le_bytes(*bytes)),
        })
    }

    /// The bytes of a reader that [`of_bytes`](Self::of_bytes) made.
    #[inline(always)]
    pub(crate) fn bytes_aside(&self) -> Option<&'de [u8]> {
        if self.reading == Reading::Bytes { Some(self.bytes) } else { None }
    }

    /// Bytes read so far: the offset of what comes next.
    #[inline(always)]
    pub fn position(&self) -> usize {
        self.bytes.len().wrapping_sub(self.rest.len())
    }

    /// The bytes that have not been read.
    #[inline(always)]
    pub fn rest(&self) -> &'de [u8] {
        self.rest
    }

    /// How many bytes have not been read.
    #[inline(always)]
    pub fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// The limits of this reading.
    #[inline(always)]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Continues at another offset of the same message; past its end means at its end.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn seek(&mut self, position: usize) {
        let end = self.bytes.get(self.bytes.len()..).unwrap_or_default();
        self.rest = self.bytes.get(position..).unwrap_or(end);
    }

    /// Continues at `rest`, the end of what was [`rest`](Self::rest).
    #[cfg(any(feature = "litenet", feature = "lludp"))]
    #[inline(always)]
    pub(crate) fn seek_rest(&mut self, rest: &'de [u8]) {
        debug_assert!(rest.len() <= self.rest.len());
        self.rest = rest;
    }

    /// Takes `len` bytes.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`] if fewer remain; `what` names the value in its message.
    #[inline]
    pub fn take(&mut self, len: usize, what: &'static str) -> Result<&'de [u8], DecodeError> {
        match self.rest.split_at_checked(len) {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(taken)
            }
            None => Err(self.incomplete(what)),
        }
    }

    /// Takes all bytes that are left.
    #[cfg(feature = "litenet")]
    #[inline(always)]
    pub(crate) fn take_rest(&mut self) -> &'de [u8] {
        let rest = self.rest;
        self.rest = rest.get(rest.len()..).unwrap_or_default();
        rest
    }

    /// A reader of the next `len` bytes alone, at the same offset of the same message.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`] if fewer remain.
    #[cfg(feature = "litenet")]
    pub(crate) fn part(&self, len: usize, what: &'static str) -> Result<Self, DecodeError> {
        let (Some(bytes), Some(rest)) =
            (self.bytes.get(..self.position() + len), self.rest.get(..len))
        else {
            return Err(self.incomplete(what));
        };
        Ok(Self { bytes, rest, ..self.clone() })
    }

    /// Takes `N` bytes as an array.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`] if fewer remain.
    #[inline(always)]
    pub fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], DecodeError> {
        match self.rest.split_first_chunk::<N>() {
            Some((taken, rest)) => {
                self.rest = rest;
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
        self.rest().first_chunk().map(|word| u32::from_le_bytes(*word))
    }

    /// The next `len` words, left in place, if there are as many.
    #[inline(always)]
    pub(crate) fn peek_words(&self, len: usize) -> Option<&'de [Word]> {
        self.rest().as_chunks().0.get(..len)
    }

    /// The whole message.
    #[inline(always)]
    pub(crate) fn message(&self) -> &'de [u8] {
        self.bytes
    }

    /// Continues at an offset of the same message; `false` if it lies after its end.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn seek_if_within(&mut self, offset: u32) -> bool {
        let rest = self.bytes.get(offset as usize..);
        if let Some(rest) = rest {
            self.rest = rest;
        }
        rest.is_some()
    }

    /// Steps over `len` words that [`peek_words`](Self::peek_words) has shown.
    #[inline(always)]
    pub(crate) fn skip_words(&mut self, len: usize) {
        debug_assert!(len * 4 <= self.rest.len());
        self.rest = self.rest.get(len * 4..).unwrap_or_default();
    }

    /// Goes one container deeper.
    ///
    /// # Errors
    /// [`DecodeErrorKind::TooDeep`] beyond [`Limits::depth`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn enter(&mut self) -> Result<(), DecodeError> {
        match self.depth.checked_sub(1) {
            Some(depth) => {
                self.depth = depth;
                Ok(())
            }
            None => Err(self.too_deep()),
        }
    }

    /// Leaves the container that [`enter`](Self::enter) entered.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn leave(&mut self) {
        self.depth += 1;
    }

    /// Whether so many containers may stand inside each other here, of so many elements each.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn allows(&self, levels: u32, elements: usize) -> bool {
        self.depth >= levels && self.limits.elements >= elements
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
        let (around, depth, at) = (self.pointer_at, self.depth, self.rest.len() as u32);
        if at == around {
            self.enter()?;
        }
        self.pointer_at = at;
        let read = decode(self);
        (self.pointer_at, self.depth) = (around, depth);
        read
    }

    /// Begins to read speculatively what may have to be read again in another way; `None` when so
    /// much was read in vain that it is no longer worth it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn attempt(&mut self) -> Option<Attempt<'de>> {
        if self.reading != Reading::Speculative {
            return None;
        }
        let attempt = self.begin();
        self.attempts += 1;
        Some(attempt)
    }

    /// As [`attempt`](Self::attempt) and [`enter`](Self::enter). Also `None` where no container may stand: what is
    /// there may be something else.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn attempt_inside(&mut self) -> Option<Attempt<'de>> {
        let depth = self.depth.checked_sub(1)?;
        let attempt = self.attempt()?;
        self.depth = depth;
        Some(attempt)
    }

    /// As [`attempt`](Self::attempt) and [`enter`](Self::enter), for a container of which nothing inside asks how
    /// deep it stands. Such an attempt need not be accepted.
    ///
    /// # Errors
    /// [`DecodeErrorKind::TooDeep`] beyond [`Limits::depth`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn attempt_flat(&self) -> Result<Option<FlatAttempt<'de>>, DecodeError> {
        if self.reading != Reading::Speculative {
            return Ok(None);
        }
        if self.depth == 0 {
            return Err(self.too_deep());
        }
        let Self { rest, depth, attempts, ahead, work, pointer_at, .. } = *self;
        Ok(Some(FlatAttempt { rest, depth, attempts, ahead, work, pointer_at }))
    }

    /// Goes back to where an attempt began, which failed here, and returns the bytes that were read. Nothing but
    /// the position has changed; what is stored here need not be stored before the attempt.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn go_back_flat(&mut self, attempt: FlatAttempt<'de>) -> usize {
        let FlatAttempt { rest, depth, attempts, ahead, work, pointer_at } = attempt;
        let bytes = rest.len().saturating_sub(self.rest.len());
        self.rest = rest;
        self.depth = depth;
        self.attempts = attempts;
        self.reading = Reading::Speculative;
        self.pointer_at = pointer_at;
        self.work = work;
        self.ahead = ahead;
        bytes
    }

    /// Begins a reading whose start is needed again.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn begin(&self) -> Attempt<'de> {
        let Self { rest, depth, attempts, ahead, .. } = *self;
        Attempt { rest, depth, attempts, ahead }
    }

    /// Counts bytes that were looked at beside those that a value is read from: what was read in
    /// vain, and what was stepped over to find the fields of a record.
    #[cold]
    #[inline(never)]
    pub(crate) fn charge(&mut self, bytes: usize) {
        self.charge_here(bytes);
    }

    /// [`charge`](Self::charge) for a function that is compiled once.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn charge_here(&mut self, bytes: usize) {
        self.work = self.work.saturating_add(bytes);
        if self.work / Self::ATTEMPTS > self.bytes.len() && self.reading == Reading::Speculative {
            self.reading = Reading::Careful;
        }
    }

    /// Whether the speculative readings around this one have cost too much to go on with any of them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn gives_up(&self) -> bool {
        self.reading != Reading::Speculative && self.attempts > 0
    }

    /// The error that ends speculative readings; nobody sees it.
    #[cold]
    #[inline(never)]
    pub(crate) fn given_up(&self) -> DecodeError {
        DecodeError::new(DecodeErrorKind::LimitExceeded, self.position(), "", "read in vain")
            .of_limits()
    }

    /// Ends a speculative reading that has fitted.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn accept(&mut self, attempt: Attempt<'de>) {
        self.depth = attempt.depth;
        self.attempts = attempt.attempts;
    }

    /// Whether values are read speculatively first.
    #[inline(always)]
    pub(crate) fn speculates(&self) -> bool {
        self.reading == Reading::Speculative
    }

    /// Ends a speculative reading by `ahead`, a copy of this reader, of which the values before `rest` have fitted.
    #[inline(always)]
    pub(crate) fn accept_until(&mut self, ahead: &Self, attempt: Attempt<'de>, rest: &'de [u8]) {
        self.spend(ahead);
        self.accept(attempt);
        self.rest = rest;
    }

    /// As [`reject`](Self::reject). The parts of the attempt stay in registers until then.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn reject_far(&mut self, attempt: Attempt<'de>) {
        let Attempt { rest, depth, attempts, ahead } = attempt;
        self.reject_parts(rest, depth, attempts, ahead);
    }

    #[cold]
    #[inline(never)]
    fn reject_parts(&mut self, rest: &'de [u8], depth: u32, attempts: u16, ahead: usize) {
        self.reject(Attempt { rest, depth, attempts, ahead });
    }

    /// Goes back to where a speculative reading began, which failed here.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn reject(&mut self, attempt: Attempt<'de>) {
        let bytes = self.go_back(attempt);
        self.charge_failure(bytes);
    }

    /// As [`reject`](Self::reject), for a caller that counts the bytes, which are returned, as a
    /// [`failure`](Self::failure). Inlined, so that what is put back need not be stored before.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn go_back(&mut self, attempt: Attempt<'de>) -> usize {
        let bytes = attempt.bytes_until(self.rest);
        self.accept(attempt);
        self.rest = attempt.rest;
        self.ahead = attempt.ahead;
        bytes
    }

    /// Counts a reading that failed after so many bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn charge_failure(&mut self, bytes: usize) {
        self.charge(Self::failure(bytes));
    }

    /// What a reading that failed after so many bytes is [charged](Self::charge).
    #[inline(always)]
    pub(crate) const fn failure(bytes: usize) -> usize {
        bytes.saturating_add(Self::ERROR)
    }

    /// For how many of `count` promised elements to take memory at once. [`give_back`](Self::give_back)
    /// ends it when they have come.
    #[inline(always)]
    pub(crate) fn room_for<T>(&mut self, count: usize) -> usize {
        let room = self.bytes.len().saturating_mul(Self::AHEAD).saturating_sub(self.ahead);
        let fitting = count.min(room / size_of::<T>().max(1));
        self.ahead += fitting * size_of::<T>();
        fitting
    }

    /// Gives back what [`room_for`](Self::room_for) took for so many elements.
    #[inline(always)]
    pub(crate) fn give_back<T>(&mut self, fitting: usize) {
        self.ahead -= fitting * size_of::<T>();
    }

    /// Continues at what [`rest`](Self::rest) was at any time.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn seek_back(&mut self, rest: &'de [u8]) {
        self.rest = rest;
    }

    /// Takes over what was looked at by a copy of this reader.
    #[inline(always)]
    pub(crate) fn spend(&mut self, copy: &Self) {
        self.work = copy.work;
        self.reading = copy.reading;
    }

    /// Counts a reading that failed after so many bytes, where another may still fit.
    ///
    /// # Errors
    /// [`DecodeErrorKind::LimitExceeded`] when too much was read in vain.
    pub(crate) fn read_in_vain(&mut self, bytes: usize) -> Result<(), DecodeError> {
        self.charge_failure(bytes);
        if self.gives_up() {
            return Err(self.given_up());
        }
        let levels = self.limits.depth.min(Limits::MAX_DEPTH) as usize;
        let times = Self::PATIENCE + Self::WALKS * levels;
        let patience = self.bytes.len().saturating_mul(times);
        if self.work <= patience.saturating_add(Self::LEAST_PATIENCE) {
            return Ok(());
        }
        Err(self.too_much_work("too many variants of untagged enums tried in vain"))
    }

    /// Counts elements of a list that may take no bytes at all, as lists inside each other promise many of
    /// them for few bytes, and the memory that they take.
    ///
    /// # Errors
    /// [`DecodeErrorKind::LimitExceeded`] when there are more than bytes could be read in vain.
    #[cfg(feature = "litenet")]
    pub(crate) fn count_empty<T>(&mut self, count: usize) -> Result<(), DecodeError> {
        self.charge(count.saturating_mul(size_of::<T>().max(1)));
        let patience = self.bytes.len().saturating_mul(Self::PATIENCE);
        // As many as a list may have that is a whole message.
        if self.work <= patience.saturating_add(1 << 16) {
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
        DecodeError::new(
            DecodeErrorKind::TooDeep,
            self.position(),
            alloc::format!("at most {} containers inside each other", self.limits.depth),
            "one more",
        )
        .of_limits()
    }

    /// The error for a buffer that ends inside `what`.
    #[cold]
    #[inline(never)]
    pub fn incomplete(&self, what: &'static str) -> DecodeError {
        DecodeError::new(DecodeErrorKind::Incomplete, self.bytes.len(), what, "")
    }
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
                assert_eq!(reader.attempt().is_some(), speculates, "{looked_at} of {len}");
            }
        }
    }
}
