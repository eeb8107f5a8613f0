//! The time of the server that a client shows.

use alloc::collections::VecDeque;

use super::rate::Rate;
use crate::config::SnapshotConfig;

/// Packets whose arrival is remembered.
const PACKETS: usize = 64;

/// Packets of which the share of losses is known.
const SEEN: u32 = 33;

/// How far the playback may be late before it jumps, in seconds.
const LATE: f64 = 0.25;

/// By how much the playback is faster or slower than real time.
const PACE: f64 = 0.05;

/// Maps the time of this computer to that of the server, in seconds.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    interval: f64,
    max_delay: f64,
    /// For each of the last packets the time of its arrival without that of its tick.
    offsets: VecDeque<f64>,
    /// The arrival of a packet of tick 0 that meets no queues.
    line: f64,
    delay: f64,
    /// The time that is shown, and when it was.
    shown: Option<(f64, f64)>,
    rate: Rate,
}

impl Clock {
    pub(super) fn new(config: &SnapshotConfig) -> Self {
        let interval = config.interval();
        Self {
            interval,
            max_delay: config.max_delay.as_secs_f64(),
            offsets: VecDeque::new(),
            line: 0.0,
            delay: 1.5 * interval,
            shown: None,
            rate: Rate::new(interval.recip()),
        }
    }

    /// A packet arrived. `received` has a bit for each of the last packets, of which `known` can have arrived.
    pub(super) fn arrived(&mut self, now: f64, tick: u32, received: u64, known: u32) {
        if self.offsets.len() == PACKETS {
            self.offsets.pop_front();
        }
        let offset = now - f64::from(tick) * self.interval;
        self.offsets.push_back(offset);
        self.rate.arrived(now, offset);
        let mut sorted = [0.0; PACKETS];
        let sorted = &mut sorted[..self.offsets.len()];
        for (place, offset) in sorted.iter_mut().zip(&self.offsets) {
            *place = *offset;
        }
        sorted.sort_unstable_by(f64::total_cmp);
        let least = sorted.first().copied().unwrap_or_default();
        let late = sorted.get(sorted.len() * 95 / 100).copied().unwrap_or(least);
        let intervals = spare_intervals(received, known.clamp(1, SEEN));
        self.line = least;
        let delay = (1.5 * self.interval).max(late - least + self.interval);
        self.delay = (delay + intervals * self.interval).min(self.max_delay);
    }

    /// How far the playback is behind the newest packet, if that meets no queues.
    pub(super) fn delay(&self) -> f64 {
        self.delay
    }

    /// The ticks a second that arrive, if these are others than expected.
    pub(super) fn other_rate(&self) -> Option<f64> {
        self.rate.other()
    }

    /// The tick that is shown at a time, with its fraction.
    pub(super) fn tick_at(&self, now: f64) -> Option<f64> {
        if self.offsets.is_empty() && self.shown.is_none() {
            return None;
        }
        Some(self.time_at(now) / self.interval)
    }

    fn time_at(&self, now: f64) -> f64 {
        let aim = now - self.line - self.delay;
        let Some((time, at)) = self.shown else { return aim };
        let passed = (now - at).max(0.0);
        let late = aim - (time + passed);
        if late > LATE {
            return aim;
        }
        time + passed + late.clamp(-PACE * passed, PACE * passed)
    }

    /// Moves the time that is shown.
    pub(super) fn advance(&mut self, now: f64) {
        if !self.offsets.is_empty() && self.shown.is_none_or(|(_, at)| now > at) {
            self.shown = Some((self.time_at(now), now));
        }
    }
}

/// How many intervals more the playback waits, so that a run of losses exceeds them 1 % of the time.
fn spare_intervals(received: u64, known: u32) -> f64 {
    let arrived = (received & ((1_u64 << known) - 1)).count_ones();
    let loss = 1.0 - f64::from(arrived) / f64::from(known);
    if loss < 0.02 {
        0.0
    } else if loss < 0.9 {
        (libm::ceil(libm::log(0.01) / libm::log(loss)) - 1.0).clamp(0.0, 4.0)
    } else {
        4.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock that got 64 packets at 20 Hz, each this late.
    fn clock(late: impl Fn(u32) -> f64) -> Clock {
        let mut clock = Clock::new(&SnapshotConfig::new(20));
        for tick in 1..=64 {
            clock.arrived(f64::from(tick) * 0.05 + late(tick), tick, u64::MAX, 33);
        }
        clock
    }

    #[test]
    fn the_delay_covers_jitter_and_losses() {
        assert!((clock(|_| 0.2).delay() - 0.075).abs() < 1e-9);
        // The 95th percentile is 80 ms late.
        let jittery = clock(|tick| f64::from(tick % 10 == 0) * 0.08);
        assert!((jittery.delay() - 0.13).abs() < 1e-9, "{}", jittery.delay());
        for (lost, intervals) in [(0, 0.0), (1, 1.0), (2, 1.0), (7, 2.0), (17, 4.0), (32, 4.0)] {
            let received = (1_u64 << 33) - (1 << lost);
            assert_eq!(spare_intervals(received, 33), intervals, "{lost}");
        }
        // Packets before the first one are not lost.
        assert_eq!(spare_intervals(0b11, 2), 0.0);
        let mut capped = clock(|tick| f64::from(tick % 10 == 0) * 3.0);
        capped.arrived(3.3, 65, 0, 33);
        assert_eq!(capped.delay(), 0.5);
    }

    #[test]
    fn the_playback_runs_at_most_5_percent_faster_or_slower_and_never_back() {
        let mut clock = clock(|_| 0.1);
        clock.advance(3.3);
        let start = clock.tick_at(3.3).expect("a time");
        assert!((start - (3.3 - 0.1 - 0.075) / 0.05).abs() < 1e-9);
        // The way gets 100 ms longer, so the aim is 100 ms earlier as soon as the old packets are forgotten.
        for tick in 65..=128 {
            clock.arrived(f64::from(tick) * 0.05 + 0.2, tick, u64::MAX, 33);
        }
        let after = clock.tick_at(4.3).expect("a time");
        assert!((after - start - 0.95 * 20.0).abs() < 1e-9, "{}", after - start);
        // And 100 ms shorter: at once.
        clock.advance(4.3);
        clock.arrived(129.0 * 0.05, 129, u64::MAX, 33);
        let shorter = clock.tick_at(5.3).expect("a time");
        assert!(shorter - after <= 1.05 * 20.0 + 1e-9 && shorter > after);
        // A clock of this computer that goes back does not move it.
        clock.advance(1.0);
        assert_eq!(clock.tick_at(1.0), Some(after));
        // Much too late, it jumps.
        clock.arrived(129.0 * 0.05 - 2.0, 130, u64::MAX, 33);
        let aim = clock.tick_at(5.4).expect("a time");
        assert!(aim - shorter > 30.0, "{}", aim - shorter);
    }
}
