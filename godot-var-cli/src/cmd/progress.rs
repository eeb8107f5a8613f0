//! How far a long input has been read, on a terminal.

use std::io::{self, IsTerminal, Read};
use std::time::Duration;

use clap::Args;
use godot_var_cli::stream::Growing;
use indicatif::{ProgressBar, ProgressStyle};

/// Inputs of fewer bytes are read before a bar could be seen.
const LONG: u64 = 8 << 20;

#[derive(Debug, Args)]
pub(super) struct Progress {
    /// Do not show how far a long input has been read
    ///
    /// The bar is shown on standard error, if that is a terminal and standard output is not.
    #[arg(long)]
    no_progress: bool,
}

impl Progress {
    /// A reader that shows how far it is: of `len` bytes, where that is known.
    pub(super) fn of<R>(&self, input: R, len: Option<u64>) -> Reading<R> {
        let is_short = len.is_some_and(|len| len < LONG);
        // Beside what is shown on the terminal, a bar would be in the way.
        let is_seen = io::stderr().is_terminal() && !io::stdout().is_terminal();
        let shown = is_seen && !is_short && !self.no_progress;
        Reading { input, len, read: 0, shown, bar: None }
    }
}

/// See [`Progress::of`].
pub(super) struct Reading<R> {
    input: R,
    len: Option<u64>,
    read: u64,
    shown: bool,
    bar: Option<ProgressBar>,
}

impl<R: Read> Read for Reading<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.read += read as u64;
        if self.shown && (self.len.is_some() || self.read >= LONG) {
            let len = self.len;
            self.bar.get_or_insert_with(|| bar(len)).set_position(self.read);
        }
        Ok(read)
    }
}

impl<R: Growing> Growing for Reading<R> {
    fn may_grow(&mut self, read: u64) -> io::Result<bool> {
        // What is still to come is not long: it is shown as it comes.
        self.shown = false;
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        self.input.may_grow(read)
    }
}

impl<R> Drop for Reading<R> {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(len: Option<u64>) -> ProgressBar {
    let (bar, template) = match len {
        Some(len) => (
            ProgressBar::new(len),
            "{bar:40} {bytes}/{total_bytes}, {binary_bytes_per_sec}, {eta} left",
        ),
        None => (ProgressBar::new_spinner(), "{spinner} {bytes}, {binary_bytes_per_sec}"),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
