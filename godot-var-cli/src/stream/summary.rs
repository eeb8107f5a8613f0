//! Counts and sizes of the messages of an input.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Map, Value as Json, json};

use crate::inspect::{ERROR, OFFSET, TYPE};
use crate::visible::in_one_line;

/// Names that are counted each for itself; what has another is counted as [`OTHERS`].
const MAX_NAMES: usize = 10_000;
const OTHERS: &str = "(others)";

/// How many messages there were, and how long they were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// How many.
    pub count: u64,
    /// The bytes of the shortest.
    pub min: u64,
    /// The bytes of the longest.
    pub max: u64,
    /// The bytes of all.
    pub total: u64,
}

impl Sizes {
    fn add(&mut self, size: usize) {
        let size = size as u64;
        self.min = if self.count == 0 { size } else { self.min.min(size) };
        self.max = self.max.max(size);
        self.total = self.total.saturating_add(size);
        self.count += 1;
    }

    /// The mean, in bytes.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.total as f64 / self.count as f64 }
    }
}

/// The messages of an input, by name, id or type.
///
/// Its memory does not grow with the input: what has one of more than 10,000 names is counted as
/// `(others)`.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    names: BTreeMap<String, Sizes>,
    malformed: BTreeMap<&'static str, u64>,
    /// When the first and the last message were captured, in nanoseconds.
    times: Option<(i128, i128)>,
    /// Whether the program was stopped before the end of the input.
    pub(super) interrupted: bool,
}

impl Summary {
    pub(super) fn add(&mut self, name: &str, size: usize) {
        if let Some(sizes) = self.names.get_mut(name) {
            return sizes.add(size);
        }
        let name = if self.names.len() < MAX_NAMES { name } else { OTHERS };
        self.names.entry(name.to_owned()).or_default().add(size);
    }

    /// Takes note of the time of a message, in nanoseconds.
    pub(super) fn at(&mut self, now: i128) {
        let (first, last) = self.times.unwrap_or((now, now));
        self.times = Some((first.min(now), last.max(now)));
    }

    /// The seconds between the first and the last message, if they have times.
    pub fn seconds(&self) -> Option<f64> {
        self.times.map(|(first, last)| (last - first) as f64 / 1e9)
    }

    pub(super) fn add_malformed(&mut self, kind: &'static str) {
        *self.malformed.entry(kind).or_default() += 1;
    }

    /// Names, ids or types with their sizes, the most frequent first.
    pub fn messages(&self) -> Vec<(&str, Sizes)> {
        let mut all: Vec<_> =
            self.names.iter().map(|(name, sizes)| (name.as_str(), *sizes)).collect();
        all.sort_by_key(|(_, sizes)| std::cmp::Reverse(sizes.count));
        all
    }

    /// How many messages were malformed, by kind of error.
    pub const fn malformed(&self) -> &BTreeMap<&'static str, u64> {
        &self.malformed
    }

    /// The sizes of all messages that could be read.
    pub fn total(&self) -> Sizes {
        let mut total = Sizes::default();
        for sizes in self.names.values() {
            total.min = if total.count == 0 { sizes.min } else { total.min.min(sizes.min) };
            total.max = total.max.max(sizes.max);
            total.total = total.total.saturating_add(sizes.total);
            total.count += sizes.count;
        }
        total
    }

    /// As one JSON object: `"messages"` with `"message"`, `"count"`, `"min"`, `"mean"`, `"max"`,
    /// `"total"` each, the same of all in `"all"`, and `"malformed"` with a count for each kind of
    /// error. `"seconds"` is the time between the first and the last message of a capture. `"interrupted": true` tells that the program was stopped before the end of the input.
    pub fn to_json(&self) -> Json {
        let sizes = |sizes: Sizes| {
            let mut form = Map::new();
            for (key, value) in [
                ("count", json!(sizes.count)),
                ("min", json!(sizes.min)),
                ("mean", json!(sizes.mean())),
                ("max", json!(sizes.max)),
                ("total", json!(sizes.total)),
            ] {
                form.insert(key.to_owned(), value);
            }
            form
        };
        let messages = self.messages().into_iter().map(|(name, each)| {
            let mut form = Map::new();
            form.insert("message".to_owned(), name.into());
            form.extend(sizes(each));
            Json::Object(form)
        });
        let mut json = json!({
            "messages": messages.collect::<Vec<_>>(),
            "all": sizes(self.total()),
            "malformed": self.malformed,
        });
        if let Some(seconds) = self.seconds() {
            json["seconds"] = seconds.into();
        }
        if self.interrupted {
            json["interrupted"] = true.into();
        }
        json
    }

    /// As a table, with the escape codes of colours in it.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        const TITLES: [&str; 6] = ["message", "count", "min", "mean", "max", "total"];
        let row = |name: &str, sizes: Sizes| {
            [
                in_one_line(name),
                sizes.count.to_string(),
                sizes.min.to_string(),
                format!("{:.1}", sizes.mean()),
                sizes.max.to_string(),
                sizes.total.to_string(),
            ]
        };
        let mut rows = vec![TITLES.map(str::to_owned)];
        rows.extend(self.messages().into_iter().map(|(name, sizes)| row(name, sizes)));
        rows.push(row("all", self.total()));
        let mut widths = [0; TITLES.len()];
        for cells in &rows {
            for (width, cell) in widths.iter_mut().zip(cells) {
                *width = cell.chars().count().max(*width);
            }
        }
        let last = rows.len() - 1;
        for (at, cells) in rows.iter().enumerate() {
            let style = if at == 0 || at == last { OFFSET } else { TYPE };
            let [name, numbers @ ..] = cells;
            write!(output, "{style}{name:0$}{style:#}", widths[0])?;
            for (cell, width) in numbers.iter().zip(&widths[1..]) {
                write!(output, "  {cell:>width$}")?;
            }
            writeln!(output)?;
        }
        if let Some(seconds) = self.seconds().filter(|seconds| *seconds > 0.0) {
            let Sizes { count, total, .. } = self.total();
            let [count, total] = [count, total].map(|all| all as f64 / seconds);
            writeln!(
                output,
                "{OFFSET}{seconds:.3} s: {count:.1} messages and {total:.1} bytes a second{OFFSET:#}"
            )?;
        }
        if !self.malformed.is_empty() {
            let kinds: Vec<String> =
                self.malformed.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
            let count: u64 = self.malformed.values().sum();
            writeln!(output, "{ERROR}malformed: {count}{ERROR:#} ({})", kinds.join(", "))?;
        }
        if self.interrupted {
            writeln!(output, "{ERROR}interrupted:{ERROR:#} the rest of the input is not counted")?;
        }
        Ok(())
    }
}
