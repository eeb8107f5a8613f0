//! What the server takes, and whether it is the same at the end as at the beginning.

use std::fmt;
use std::str::FromStr;

use hdrhistogram::Histogram;

use crate::Failure;

/// What the server has at the end of an interval, and what happened in it.
pub(crate) struct Line {
    pub(crate) second: u64,
    pub(crate) peers: u64,
    pub(crate) entities: u64,
    /// The memory that it has, in kB.
    pub(crate) memory: u64,
    /// Open files and sockets.
    pub(crate) handles: u64,
    /// CPU time, in milliseconds.
    pub(crate) cpu: u64,
    /// How long an answer takes, in microseconds.
    pub(crate) latencies: Histogram<u64>,
}

impl FromStr for Line {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        let numbers: Result<Vec<u64>, _> = text.split(' ').map(str::parse).collect();
        let [second, peers, entities, memory, handles, cpu] = numbers?[..] else {
            return Err(format!("{text}: expected six numbers").into());
        };
        Ok(Self { second, peers, entities, memory, handles, cpu, latencies: Histogram::new(3)? })
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { second, peers, entities, memory, handles, cpu, latencies } = self;
        let [half, most] =
            [50.0, 99.0].map(|percentile| latencies.value_at_percentile(percentile) as f64 / 1e3);
        write!(
            f,
            "{second:6} s {peers:5} peers {entities:5} entities {memory:8} kB {handles:3} handles "
        )?;
        write!(
            f,
            "{cpu:6} ms CPU, {:5} answers, 50 % {half:.1} ms, 99 % {most:.1} ms",
            latencies.len()
        )
    }
}

/// All lines until now.
#[derive(Default)]
pub(crate) struct Figures(Vec<Line>);

impl Figures {
    pub(crate) fn push(&mut self, line: Line) {
        self.0.push(line);
    }

    /// Compares the last third with the first, which begins when as many have joined as there are on average.
    pub(crate) fn compare(self) -> Result<(), Failure> {
        let average =
            self.0.iter().map(|line| line.peers).sum::<u64>() / self.0.len().max(1) as u64;
        let begun = self.0.iter().position(|line| line.peers >= average).unwrap_or(0);
        let lines = &self.0[begun..];
        let third = lines.len() / 3;
        if third == 0 {
            return Err("too short: nothing to compare".into());
        }
        let (first, last) = (&lines[..third], &lines[lines.len() - third..]);
        let medians = |of: fn(&Line) -> u64| (median(first, of), median(last, of));
        let mut failures = Vec::new();
        for (what, (before, after), more) in [
            ("memory in kB", medians(|line| line.memory), 4096),
            ("entities", medians(|line| line.entities), 8),
            ("handles", medians(|line| line.handles), 4),
            ("CPU in ms", medians(|line| line.cpu), 1000),
            ("latency in µs", medians(|line| line.latencies.value_at_percentile(50.0)), 500_000),
        ] {
            println!("{what}: {before} in the first third, {after} in the last");
            if after > before + before / 10 + more {
                failures.push(what);
            }
        }
        if lines.iter().any(|line| line.latencies.is_empty()) {
            failures.push("answers, which ended");
        }
        if failures.is_empty() {
            Ok(())
        } else {
            Err(format!("more {}", failures.join(", ")).into())
        }
    }
}

fn median(lines: &[Line], of: fn(&Line) -> u64) -> u64 {
    let mut values: Vec<_> = lines.iter().map(of).collect();
    values.sort_unstable();
    values[values.len() / 2]
}
