//! Lines for whoever runs the server: nobody who sends nonsense can fill the disk with them.

use std::fmt::Display;
use std::time::{Duration, Instant};

/// Far more than sixteen players cause.
const LINES_A_SECOND: usize = 2000;

/// Prints so many lines a second, and then how many there were beside them.
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
