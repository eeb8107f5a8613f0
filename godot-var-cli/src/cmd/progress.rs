//! A progress bar for long inputs on a terminal.

use std::io::{self, BufWriter, IsTerminal, Read, StdoutLock};
use std::path::Path;
use std::time::Duration;

use clap::Args;
use godot_var_cli::lines;
use godot_var_cli::stream::Growing;
use indicatif::{ProgressBar, ProgressStyle};

/// Shorter inputs, in bytes, need no bar.
const LONG: u64 = 8 << 20;

#[derive(Debug, Args)]
pub(super) struct Progress {
    /// Do not show a progress bar for long inputs
    ///
    /// The bar is only shown if standard error is a terminal and standard output is not.
    #[arg(long, help_heading = "Output")]
    no_progress: bool,
}

impl Progress {
    /// Wraps a reader to show its progress. `len` is the length in bytes, if known.
    pub(super) fn of<R>(&self, input: R, len: Option<u64>) -> Reading<R> {
        let is_short = len.is_some_and(|len| len < LONG);
        // If the output is on the terminal, a bar would mix with it.
        let is_seen = io::stderr().is_terminal() && !io::stdout().is_terminal();
        let shown = is_seen && !is_short && !self.no_progress;
        Reading { input, len, read: 0, shown, bar: None }
    }

    /// Answers each line of a file, or of standard input, with a line on standard output.
    pub(super) fn answer_lines(
        &self,
        file: Option<&Path>,
        answer: impl FnMut(&[u8], &mut BufWriter<StdoutLock<'static>>) -> io::Result<bool>,
    ) -> io::Result<bool> {
        let (input, len) = super::open(file)?;
        let mut output = BufWriter::new(io::stdout().lock());
        lines::answer_lines(self.of(input, len), &mut output, lines::MAX_LINE, answer)
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
        // The rest is short, so show it directly.
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
