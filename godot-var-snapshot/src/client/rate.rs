//! How many ticks a second arrive, which the server and a client must agree on.

/// The least time of a tick in the first second is compared with that in a second that begins this much later, in seconds.
const SPAN: f64 = 5.0;

/// Fewer packets in the last second say too little, for example after the client stood still.
const ENOUGH: u32 = 5;

/// By how much the rates may differ, as a part of the expected one.
const TOLERANCE: f64 = 0.1;

/// Compares the ticks that arrive with those that are expected, once.
#[derive(Clone, Debug)]
pub(super) struct Rate {
    /// Ticks a second.
    expected: f64,
    /// When the first packet arrived.
    start: Option<f64>,
    /// The least offsets of the first and of the last second.
    least: [f64; 2],
    /// The packets of the last second.
    packets: u32,
    measured: Option<f64>,
}

impl Rate {
    pub(super) fn new(expected: f64) -> Self {
        Self { expected, start: None, least: [f64::INFINITY; 2], packets: 0, measured: None }
    }

    /// A packet arrived. `offset` is the time without that of its tick: the longer the way, the larger.
    pub(super) fn arrived(&mut self, now: f64, offset: f64) {
        if self.measured.is_some() {
            return;
        }
        let start = *self.start.get_or_insert(now);
        let passed = now - start;
        let [first, last] = &mut self.least;
        if passed < 1.0 {
            *first = first.min(offset);
        } else if (SPAN..SPAN + 1.0).contains(&passed) {
            *last = last.min(offset);
            self.packets += 1;
        } else if passed >= SPAN + 1.0 {
            let drift = (*last - *first) / SPAN;
            *self = if self.packets < ENOUGH {
                Self::new(self.expected)
            } else {
                Self { measured: Some(self.expected * (1.0 - drift)), ..self.clone() }
            };
        }
    }

    /// The ticks a second that arrive, if these are others than expected.
    pub(super) fn other(&self) -> Option<f64> {
        let differs = |measured: &f64| (measured / self.expected - 1.0).abs() > TOLERANCE;
        self.measured.filter(differs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a client for 20 ticks a second measures at a server with this many, whose packets are late.
    fn other(ticks: f64, late: impl Fn(u32) -> f64) -> Option<f64> {
        let mut rate = Rate::new(20.0);
        for tick in 100..100 + (ticks * 7.0) as u32 {
            let now = f64::from(tick) / ticks + late(tick);
            rate.arrived(now, now - f64::from(tick) / 20.0);
        }
        rate.other()
    }

    #[test]
    fn other_rates_are_found_and_jitter_is_not_one() {
        let jitter = |tick: u32| f64::from(tick * 7 % 5) * 0.06;
        assert_eq!(other(20.0, |_| 0.3), None);
        assert_eq!(other(20.0, jitter), None);
        for ticks in [10.0, 15.0, 30.0, 60.0] {
            let found = other(ticks, jitter).expect("another rate");
            assert!((found / ticks - 1.0).abs() < 0.1, "{ticks}: {found}");
        }
    }

    #[test]
    fn a_client_that_stood_still_measures_anew() {
        // All packets of 3 seconds arrive at once.
        let pause =
            |tick: u32| if (180..240).contains(&tick) { f64::from(240 - tick) / 20.0 } else { 0.0 };
        assert_eq!(other(20.0, pause), None);
        let mut rate = Rate::new(20.0);
        for now in [0.0, 0.5, 9.0] {
            rate.arrived(now, now);
        }
        assert_eq!((rate.start, rate.measured), (None, None));
    }
}
