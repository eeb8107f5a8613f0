//! One direction of a TCP connection: segments in any order to a stream of bytes.

use std::collections::BTreeMap;

/// Bytes of segments that wait for those before them, at most, and how many segments.
const MAX_WAITING: usize = 1 << 20;
const MAX_SEGMENTS: usize = 1 << 10;
/// What an entry of the map takes in addition to its bytes, about.
const AROUND: usize = 64;
/// When the other side has the bytes that are missing, so many segments after them are enough to know that they were not captured.
/// A capture may have two or three packets in another order than the wire.
const SURE: usize = 3;
/// A number so far away is one of another connection between the same ports.
const FAR: i32 = 1 << 26;

/// What is next in a stream.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Bytes(Vec<u8>),
    /// So many bytes are missing.
    Gap(u64),
}

/// What a segment is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Arrival<'a> {
    /// These bytes are next in the stream.
    Next(&'a [u8]),
    /// It waits for bytes before it, or repeats bytes.
    Later,
    /// The stream is another one from here on.
    Another(&'a [u8]),
}

/// Where a stream is, and what waits.
#[derive(Debug, Default)]
pub(super) struct Stream {
    /// The number of the next byte.
    next: Option<u32>,
    /// The number with which the connection began.
    first: Option<u32>,
    /// How many bytes are before it.
    position: u64,
    waiting: BTreeMap<u64, Vec<u8>>,
    waiting_bytes: usize,
    /// Up to where the other side has all bytes, and up to where they cannot come any more.
    acknowledged: u64,
    lost: u64,
    /// Where the stream ends, once its sender has said so.
    end: Option<u64>,
    /// Whether nothing more comes.
    is_over: bool,
}

impl Stream {
    /// A connection begins; says whether it is a new one.
    pub(super) fn begin(&mut self, sequence: u32) -> bool {
        let start = self.next.map(|next| next.wrapping_sub(self.position as u32));
        // Its first segment may have been captured before it.
        let is_new = self.first.or(start) != Some(sequence);
        self.first = Some(sequence);
        if is_new {
            *self = Self { next: Some(sequence), first: Some(sequence), ..Self::default() };
        }
        is_new
    }

    /// Takes the bytes of a segment, of which `missing` more were not captured.
    pub(super) fn put<'a>(
        &mut self,
        sequence: u32,
        payload: &'a [u8],
        missing: usize,
    ) -> Arrival<'a> {
        let ahead = self.next.map(|next| sequence.wrapping_sub(next) as i32);
        let is_first = self.next.is_none();
        let Some(ahead) = ahead.filter(|ahead| (-FAR..FAR).contains(ahead)) else {
            *self = Self { next: Some(sequence), ..Self::default() };
            self.lose(missing, payload.len() as u64);
            self.advance(payload.len());
            return if is_first { Arrival::Next(payload) } else { Arrival::Another(payload) };
        };
        self.lose(
            missing,
            self.position.saturating_add_signed(ahead.into()) + payload.len() as u64,
        );
        if ahead > 0 {
            self.wait(self.position + ahead as u64, payload);
            return Arrival::Later;
        }
        let known = ahead.unsigned_abs() as usize;
        let Some(new) = payload.get(known..).filter(|new| !new.is_empty()) else {
            return Arrival::Later;
        };
        self.advance(new.len());
        Arrival::Next(new)
    }

    /// The other side has all before this number.
    pub(super) fn acknowledge(&mut self, number: u32) {
        let ahead = self.next.map_or(0, |next| number.wrapping_sub(next) as i32);
        if (1..FAR).contains(&ahead) {
            self.acknowledged = self.acknowledged.max(self.position + ahead as u64);
        }
    }

    /// The stream ends before this number.
    pub(super) fn end_at(&mut self, number: u32) {
        let ahead = self.next.map_or(0, |next| number.wrapping_sub(next) as i32);
        if (0..FAR).contains(&ahead) {
            self.end = Some(self.position + ahead as u64);
        }
    }

    /// Nothing more comes that waiting segments could wait for.
    pub(super) const fn end(&mut self) {
        self.is_over = true;
    }

    /// Whether all has come.
    pub(super) fn has_ended(&self) -> bool {
        let is_there = self.is_over || self.end.is_some_and(|end| self.position >= end);
        self.waiting.is_empty() && is_there
    }

    /// What is next among those that wait.
    pub(super) fn next_piece(&mut self) -> Option<Piece> {
        while let Some(entry) = self.waiting.first_entry() {
            let at = *entry.key();
            let ahead = at.saturating_sub(self.position);
            if ahead > 0 {
                if !self.is_lost(at) {
                    return None;
                }
                self.advance(ahead as usize);
                return Some(Piece::Gap(ahead));
            }
            let mut bytes = entry.remove();
            self.waiting_bytes -= bytes.len() + AROUND;
            let known = (self.position - at) as usize;
            if known < bytes.len() {
                bytes.drain(..known);
                self.advance(bytes.len());
                return Some(Piece::Bytes(bytes));
            }
        }
        let missing = self.missing_up_to().saturating_sub(self.position);
        self.advance(missing as usize);
        (missing > 0).then_some(Piece::Gap(missing))
    }

    /// The bytes that wait, with the room around them.
    pub(super) const fn held(&self) -> usize {
        self.waiting_bytes
    }

    /// The bytes that wait.
    pub(super) fn waiting(&self) -> usize {
        self.waiting_bytes - self.waiting.len() * AROUND
    }

    fn advance(&mut self, count: usize) {
        self.position += count as u64;
        self.next = self.next.map(|next| next.wrapping_add(count as u32));
    }

    /// So many bytes from this place on will not come.
    fn lose(&mut self, count: usize, from: u64) {
        if count > 0 {
            self.lost = self.lost.max(from + count as u64);
        }
    }

    /// Up to where nothing waits, and bytes are missing that will not come any more.
    fn missing_up_to(&self) -> u64 {
        if self.is_over { self.lost.max(self.end.unwrap_or(self.acknowledged)) } else { self.lost }
    }

    fn wait(&mut self, at: u64, payload: &[u8]) {
        if payload.is_empty() || self.waiting.get(&at).is_some_and(|it| it.len() >= payload.len()) {
            return;
        }
        self.waiting_bytes += payload.len() + AROUND;
        if let Some(shorter) = self.waiting.insert(at, payload.to_owned()) {
            self.waiting_bytes -= shorter.len() + AROUND;
        }
    }

    /// Whether what is before this place will not come any more.
    fn is_lost(&self, at: u64) -> bool {
        let has_all = self.end.is_some_and(|end| self.acknowledged > end);
        self.is_over
            || at <= self.lost
            || self.waiting_bytes > MAX_WAITING
            || self.waiting.len() > MAX_SEGMENTS
            || at <= self.acknowledged && (has_all || self.waiting.len() >= SURE)
    }
}
