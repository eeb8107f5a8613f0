//! A log with a limited rate, so that invalid messages cannot fill the disk.

use std::fmt::Display;
use std::time::{Duration, Instant};

/// Far more than sixteen players cause.
const LINES_A_SECOND: usize = 2000;

/// Prints this number of lines per second, and then how many more there were.
pub(crate) struct Log {
    second: Instant,
    printed: usize,
    left_out: usize,
}

impl Log {
    pub(crate) fn new() -> Self {
        Self { second: Instant::now(), printed: 0, left_out: 0 }
    }

    pub(crate) fn line(&mut self, line: impl Display) {
        if self.second.elapsed() >= Duration::from_secs(1) {
            if self.left_out > 0 {
                println!("{} more lines", self.left_out);
            }
            *self = Self::new();
        }
        if self.printed < LINES_A_SECOND {
            println!("{line}");
            self.printed += 1;
        } else {
            self.left_out += 1;
        }
    }
}
