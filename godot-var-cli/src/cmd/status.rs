//! The line below the messages of `listen` and `proxy`: how many they are, how many a second, and their bytes.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use godot_var_cli::net::{Seen, Way};
use indicatif::{BinaryBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::counted;

/// How long messages are counted for a rate.
const WINDOW: Duration = Duration::from_secs(1);

/// Messages and bytes of a direction.
#[derive(Clone, Copy, Default)]
struct Count {
    messages: u64,
    bytes: u64,
}

/// A direction: all its messages, those of the present window, and its rates a second in the last one.
#[derive(Default)]
struct Direction {
    all: Count,
    window: Count,
    rate: Count,
}

/// The line, if standard error is a terminal.
pub(super) struct Status {
    bar: Option<ProgressBar>,
    directions: [Direction; 2],
    begun: Instant,
    window: Instant,
}

impl Status {
    pub(super) fn new() -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
            match ProgressStyle::with_template("{wide_msg:.dim}") {
                Ok(style) => bar.with_style(style),
                Err(_) => bar,
            }
        });
        let now = Instant::now();
        Self { bar, directions: Default::default(), begun: now, window: now }
    }

    pub(super) fn count(&mut self, seen: &Seen) {
        let direction = &mut self.directions[usize::from(seen.way == Way::ToClient)];
        for count in [&mut direction.all, &mut direction.window] {
            count.messages += 1;
            count.bytes += seen.bytes.len() as u64;
        }
    }

    /// Prints lines in place of this one, which then follows them.
    pub(super) fn beside<T>(&mut self, print: impl FnOnce(&mut Self) -> T) -> T {
        match self.bar.clone() {
            Some(bar) => bar.suspend(|| print(self)),
            None => print(self),
        }
    }

    /// Writes the line again.
    pub(super) fn tell(&mut self, wrong: u64) {
        let Some(bar) = &self.bar else { return };
        let passed = self.window.elapsed();
        if passed >= WINDOW {
            let a_second = |count: u64| (count as f64 / passed.as_secs_f64()).round() as u64;
            for direction in &mut self.directions {
                let Count { messages, bytes } = std::mem::take(&mut direction.window);
                direction.rate = Count { messages: a_second(messages), bytes: a_second(bytes) };
            }
            self.window = Instant::now();
        }
        let direction = |arrow, Direction { all, rate, .. }: &Direction| {
            let (messages, bytes) = (rate.messages, BinaryBytes(rate.bytes));
            let count = usize::try_from(all.messages).unwrap_or(usize::MAX);
            let all = format!("{}, {}", counted(count, "message"), BinaryBytes(all.bytes));
            format!("{arrow} {all}; {messages}/s, {bytes}/s")
        };
        let [to_server, to_client] = &self.directions;
        let wrong = if wrong > 0 { format!("   wrong: {wrong}") } else { String::new() };
        let message = format!(
            "{} s   {}   {}{wrong}",
            self.begun.elapsed().as_secs(),
            direction('→', to_server),
            direction('←', to_client)
        );
        if bar.message() != message {
            bar.set_message(message);
        }
    }

    /// Leaves the line as it is.
    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.abandon();
        }
    }
}
