//! A call of three arguments, written and read.

use std::hint::black_box;
use std::time::{Duration, Instant};

use allocation_counter::measure;

use super::workloads::cases;

const SLICE: Duration = Duration::from_micros(100);
const ROUNDS: usize = 1_000;

/// Prints the time and the allocations of each.
pub(crate) fn run() {
    for mut case in cases().into_iter().filter(|case| case.name.starts_with("RPC")) {
        // What the first call alone prepares.
        (case.run)(1, 0);
        let info = measure(|| (case.run)(1_000, 0));
        assert_eq!(info.count_total, 0, "{} allocates", case.name);
        let mut times = 1;
        loop {
            let start = Instant::now();
            (case.run)(times, 0);
            if start.elapsed() >= SLICE {
                break;
            }
            times *= 2;
        }
        let sample = |place| {
            let start = Instant::now();
            (case.run)(black_box(times), place);
            start.elapsed().as_nanos() as f64 / times as f64
        };
        let mut samples: Vec<_> = (0..ROUNDS).map(sample).collect();
        samples.sort_by(f64::total_cmp);
        let median = samples[ROUNDS / 2];
        println!("{}: {} bytes, {median:.1} ns, no allocation", case.name, case.bytes.len());
    }
}
