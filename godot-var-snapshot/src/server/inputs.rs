//! The inputs of a client that wait for the game.

use alloc::collections::VecDeque;

#[derive(Clone, Debug)]
struct Waiting<I> {
    number: u32,
    /// The tick in which it arrived.
    tick: u32,
    input: I,
}

#[derive(Clone, Debug)]
pub(crate) struct Inputs<I> {
    /// The number of the newest that arrived.
    newest: u32,
    /// The number of the newest that the game took.
    taken: u32,
    waiting: VecDeque<Waiting<I>>,
    /// Whether the game took one in this tick.
    has_taken: bool,
    lead: i8,
}

impl<I> Inputs<I> {
    pub(crate) const fn new() -> Self {
        Self { newest: 0, taken: 0, waiting: VecDeque::new(), has_taken: false, lead: 0 }
    }

    /// The number of the newest that arrived.
    pub(crate) fn newest(&self) -> u32 {
        self.newest
    }

    /// The number of the newest that the game took.
    pub(crate) fn taken(&self) -> u32 {
        self.taken
    }

    /// How many ticks the newest that the game took had waited; negative: for how many ticks none was there.
    pub(crate) fn lead(&self) -> i8 {
        self.lead
    }

    /// How many wait.
    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Takes an input that is newer than all before it. Of more than `most` the oldest is dropped.
    pub(crate) fn push(&mut self, number: u32, input: I, tick: u32, most: usize) {
        if self.waiting.len() >= most {
            self.waiting.pop_front();
        }
        self.newest = number;
        self.waiting.push_back(Waiting { number, tick, input });
    }

    /// The next input for the game.
    pub(crate) fn next(&mut self, tick: u32) -> Option<(u32, I)> {
        let Waiting { number, tick: arrived, input } = self.waiting.pop_front()?;
        (self.taken, self.has_taken) = (number, true);
        self.lead = i8::try_from(tick.saturating_sub(arrived)).unwrap_or(i8::MAX);
        Some((number, input))
    }

    /// A tick is over.
    pub(crate) fn end_tick(&mut self) {
        let has_taken = core::mem::take(&mut self.has_taken);
        if !has_taken && self.waiting.is_empty() && self.newest > 0 {
            self.lead = self.lead.min(0).saturating_sub(1);
        }
    }
}
