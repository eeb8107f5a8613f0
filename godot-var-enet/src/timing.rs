//! The round trip, the timeouts that follow from it, and the throttle of unreliable packets.

use crate::wire::Throttle;

/// In milliseconds, before the first acknowledgement.
const FIRST_ROUND_TRIP: u32 = 500;
/// The longest time in milliseconds after which a command is sent again.
pub(crate) const MAX_TIMEOUT: u32 = 5000;
/// The longest one while other commands are acknowledged, unless the round trip takes longer.
pub(crate) const BUSY_TIMEOUT: u32 = 250;
/// All packets are sent.
const FULL: u32 = 32;
/// What each packet adds to the counter, modulo 32, that decides whether it is sent.
const COUNTER_STEP: u32 = 7;

/// When a command was sent: the last times in milliseconds by turns, and how many times in all. An acknowledgement of an older time is not
/// believed.
#[derive(Debug, Default)]
pub(crate) struct SentTimes {
    last: [u16; 4],
    pub(crate) count: u16,
}

impl SentTimes {
    pub(crate) const fn push(&mut self, time: u16) {
        self.last[self.count as usize % self.last.len()] = time;
        self.count = self.count.saturating_add(1);
    }

    pub(crate) fn contains(&self, time: u16) -> bool {
        self.last.iter().take(self.count.into()).any(|sent| *sent == time)
    }
}

/// A time from a command to its acknowledgement, in milliseconds, and how much it varies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundTrip {
    pub(crate) time: u32,
    variance: u32,
}

#[derive(Debug)]
pub(crate) struct Timing {
    pub(crate) average: RoundTrip,
    /// The lowest time and the highest variance of the last interval, and of this one so far.
    last: RoundTrip,
    best: RoundTrip,
    /// When this interval began: at the first sample.
    since: Option<u64>,
    throttle: u32,
    counter: u32,
    pub(crate) settings: Throttle,
}

impl Timing {
    pub(crate) const fn new(settings: Throttle) -> Self {
        let first = RoundTrip { time: FIRST_ROUND_TRIP, variance: 0 };
        let (average, last, best) = (first, first, first);
        Self { average, last, best, since: None, throttle: FULL, counter: 0, settings }
    }

    /// Returns the time in milliseconds after which a command is sent again.
    pub(crate) fn timeout(&self) -> u32 {
        let RoundTrip { time, variance } = self.average;
        time.saturating_add(variance.saturating_mul(4)).min(MAX_TIMEOUT)
    }

    /// Notes the time in milliseconds from a command to its acknowledgement.
    pub(crate) fn sample(&mut self, sample: u32, now: u64) {
        let sample = sample.max(1);
        if self.since.is_some() {
            self.move_throttle(sample);
            let RoundTrip { time, variance } = &mut self.average;
            let difference = sample.abs_diff(*time);
            *variance = *variance - *variance / 4 + difference / 4;
            if sample >= *time {
                *time += difference / 8;
            } else {
                *time -= difference / 8;
            }
        } else {
            self.average = RoundTrip { time: sample, variance: sample.div_ceil(2) };
        }
        self.best.time = self.best.time.min(self.average.time);
        self.best.variance = self.best.variance.max(self.average.variance);
        let interval = u64::from(self.settings.interval);
        if self.since.is_none_or(|since| now.saturating_sub(since) >= interval) {
            self.last = RoundTrip { variance: self.best.variance.max(1), ..self.best };
            self.best = self.average;
            self.since = Some(now);
        }
    }

    fn move_throttle(&mut self, sample: u32) {
        let RoundTrip { time, variance } = self.last;
        if time <= variance {
            self.throttle = FULL;
        } else if sample <= time {
            self.throttle = self.throttle.saturating_add(self.settings.acceleration).min(FULL);
        } else if sample > time + 2 * variance {
            self.throttle = self.throttle.saturating_sub(self.settings.deceleration);
        }
    }

    /// Whether the next unreliable packet is dropped, because the connection is slow.
    pub(crate) const fn is_next_dropped(&mut self) -> bool {
        self.counter = (self.counter + COUNTER_STEP) % FULL;
        self.counter > self.throttle
    }

    /// Returns how much of a window may be in flight.
    pub(crate) const fn share(&self, window: u32) -> usize {
        (window as u64 * self.throttle as u64 / FULL as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of 32 unreliable packets are sent after ten seconds at 50 ms, and ten at 150 ms.
    fn sent_when_slower(settings: Throttle) -> usize {
        let mut timing = Timing::new(settings);
        for (turn, round_trip) in [(0, 50), (1, 150)] {
            for ping in 0..20 {
                timing.sample(round_trip, turn * 10_000 + ping * 500);
            }
        }
        (0..FULL).filter(|_| !timing.is_next_dropped()).count()
    }

    #[test]
    fn a_slower_connection_gets_fewer_packets_unless_nothing_is_taken_away() {
        // 11 round trips take 2 of 32 each. After 5 s they are the usual ones.
        assert_eq!(sent_when_slower(Throttle::DEFAULT), 11);
        assert_eq!(sent_when_slower(Throttle { deceleration: 0, ..Throttle::DEFAULT }), 32);
    }

    #[test]
    fn one_packet_of_32_is_always_sent() {
        let mut timing = Timing::new(Throttle { deceleration: 32, ..Throttle::DEFAULT });
        for ping in 0..3 {
            timing.sample(if ping < 2 { 50 } else { 500 }, ping * 2_600);
        }
        assert_eq!((0..FULL).filter(|_| !timing.is_next_dropped()).count(), 1);
    }
}
