//! The lines that clients cause on the console. They are limited, so that strangers cannot fill a disk.

use std::fmt::Arguments;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many lines are printed in this time.
const MAX_LINES: u32 = 100;
const TIME: Duration = Duration::from_secs(10);

/// The start of the time, and the lines in it.
static PRINTED: Mutex<(Option<Instant>, u32)> = Mutex::new((None, 0));

/// Prints a line, cut to 300 characters. More lines than the limit are left out.
pub fn log(line: Arguments<'_>) {
    let mut printed = PRINTED.lock().unwrap_or_else(PoisonError::into_inner);
    let (since, lines) = &mut *printed;
    if since.is_none_or(|since| since.elapsed() >= TIME) {
        (*since, *lines) = (Some(Instant::now()), 0);
    }
    match *lines {
        0..MAX_LINES => println!("{:.300}", line.to_string()),
        MAX_LINES => println!("more lines of the next {TIME:?} are left out"),
        _ => return,
    }
    *lines += 1;
}
