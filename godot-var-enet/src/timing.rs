//! The round trip, the timeouts that follow from it, and the throttle of unreliable packets.

use crate::wire::Throttle;

/// In milliseconds, before the first acknowledgement.
const FIRST_ROUND_TRIP: u32 = 500;
/// The longest time in milliseconds after which a command is sent again.
pub(crate) const MAX_TIMEOUT: u32 = 5000;
/// All packets are sent.
const FULL: u32 = 32;
/// What each packet adds to the counter, modulo 32, that decides whether it is sent.
const COUNTER_STEP: u32 = 7;

#[derive(Debug)]
pub(crate) struct Timing {
    round_trip: u32,
    variance: u32,
    has_sample: bool,
    /// The best values of the last interval.
    last_round_trip: u32,
    last_variance: u32,
    /// The best values of this interval so far, and when it began.
    lowest_round_trip: u32,
    highest_variance: u32,
    since: Option<u64>,
    throttle: u32,
    counter: u32,
    pub(crate) settings: Throttle,
}

impl Timing {
    pub(crate) const fn new(settings: Throttle) -> Self {
        Self {
            round_trip: FIRST_ROUND_TRIP,
            variance: 0,
            has_sample: false,
            last_round_trip: FIRST_ROUND_TRIP,
            last_variance: 0,
            lowest_round_trip: FIRST_ROUND_TRIP,
            highest_variance: 0,
            since: None,
            throttle: FULL,
            counter: 0,
            settings,
        }
    }

    /// Returns the average time in milliseconds from a command to its acknowledgement.
    pub(crate) const fn round_trip(&self) -> u32 {
        self.round_trip
    }

    /// Returns the time in milliseconds after which a command is sent again.
    pub(crate) fn timeout(&self) -> u32 {
        self.round_trip.saturating_add(self.variance.saturating_mul(4)).min(MAX_TIMEOUT)
    }

    /// Notes the time in milliseconds from a command to its acknowledgement.
    pub(crate) fn sample(&mut self, sample: u32, now: u64) {
        let sample = sample.max(1);
        if self.has_sample {
            self.move_throttle(sample);
            let difference = sample.abs_diff(self.round_trip);
            self.variance -= self.variance / 4;
            self.variance += difference / 4;
            if sample >= self.round_trip {
                self.round_trip += difference / 8;
            } else {
                self.round_trip -= difference / 8;
            }
        } else {
            self.has_sample = true;
            self.round_trip = sample;
            self.variance = sample.div_ceil(2);
        }
        self.lowest_round_trip = self.lowest_round_trip.min(self.round_trip);
        self.highest_variance = self.highest_variance.max(self.variance);
        let interval = u64::from(self.settings.interval);
        if self.since.is_none_or(|since| now.saturating_sub(since) >= interval) {
            self.last_round_trip = self.lowest_round_trip;
            self.last_variance = self.highest_variance.max(1);
            self.lowest_round_trip = self.round_trip;
            self.highest_variance = self.variance;
            self.since = Some(now);
        }
    }

    fn move_throttle(&mut self, sample: u32) {
        if self.last_round_trip <= self.last_variance {
            self.throttle = FULL;
        } else if sample <= self.last_round_trip {
            self.throttle = self.throttle.saturating_add(self.settings.acceleration).min(FULL);
        } else if sample > self.last_round_trip + 2 * self.last_variance {
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
