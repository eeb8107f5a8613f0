//! Random numbers, and links that lose, delay and double packets.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// A source of random numbers that gives the same ones for the same seed.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bf0_3635)
    }

    pub(super) fn bits(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    pub(super) fn below(&mut self, most: u64) -> u64 {
        self.bits() % most
    }

    pub(super) fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(super) fn chance(&mut self, odds: f64) -> bool {
        self.unit() < odds
    }

    pub(super) fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }

    pub(super) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        core::array::from_fn(|_| self.bits() as u8)
    }
}

/// A direction of a link.
pub(super) struct Way {
    loss: f64,
    round_trip: f64,
    jitter: f64,
    count: u64,
    packets: BinaryHeap<Reverse<(u64, u64, Vec<u8>)>>,
}

impl Way {
    pub(super) fn new(loss: f64, round_trip: f64, jitter: f64) -> Self {
        Self { loss, round_trip, jitter, count: 0, packets: BinaryHeap::new() }
    }

    /// Sends a packet at a time in milliseconds.
    pub(super) fn send(&mut self, at: f64, packet: &[u8], random: &mut Random) {
        for _ in 0..=u8::from(random.chance(0.02)) {
            self.count += 1;
            let late = if random.chance(0.03) { random.unit() * 150.0 } else { 0.0 };
            if !random.chance(self.loss) {
                let arrival = at + self.round_trip / 2.0 + random.unit() * self.jitter + late;
                self.packets.push(Reverse(((arrival * 1_000.0) as u64, self.count, packet.into())));
            }
        }
    }

    /// The next packet that arrives up to a time, and the time of its arrival.
    pub(super) fn next(&mut self, until: f64) -> Option<(f64, Vec<u8>)> {
        let Reverse((arrival, ..)) = self.packets.peek()?;
        if *arrival > (until * 1_000.0) as u64 {
            return None;
        }
        self.packets.pop().map(|Reverse((arrival, _, packet))| (arrival as f64 / 1_000.0, packet))
    }
}
