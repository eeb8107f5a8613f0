//! A recorder of `metrics` that writes the text which Prometheus reads. It needs no other package; `metrics-exporter-prometheus` has more.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use metrics::{
    Counter, Gauge, Histogram, HistogramFn, Key, KeyName, Metadata, Recorder, SharedString, Unit,
};

/// The upper bounds of the buckets of a histogram, in seconds.
const BOUNDS: [f64; 8] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5];

/// All figures of the process; a clone has the same.
#[derive(Clone, Default)]
pub(crate) struct Figures(Arc<Mutex<HashMap<Key, Figure>>>);

#[derive(Clone)]
enum Figure {
    Counter(Arc<AtomicU64>),
    /// The bits of an `f64`.
    Gauge(Arc<AtomicU64>),
    Histogram(Arc<Mutex<Buckets>>),
}

#[derive(Default)]
struct Buckets {
    /// How many values were at most each bound, and above the bound before.
    counts: [u64; BOUNDS.len()],
    count: u64,
    sum: f64,
}

/// A histogram that `metrics` may keep.
struct Shared(Arc<Mutex<Buckets>>);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl HistogramFn for Shared {
    fn record(&self, value: f64) {
        let mut buckets = lock(&self.0);
        buckets.count += 1;
        buckets.sum += value;
        if let Some(bucket) = BOUNDS.iter().position(|bound| value <= *bound) {
            buckets.counts[bucket] += 1;
        }
    }
}

impl Figures {
    fn get(&self, key: &Key, new: impl FnOnce() -> Figure) -> Figure {
        let mut figures = lock(&self.0);
        if let Some(known) = figures.get(key) {
            return known.clone();
        }
        let new = new();
        figures.insert(key.clone(), new.clone());
        new
    }

    /// Writes all figures, in the order of their names.
    pub(crate) fn render(&self) -> String {
        let figures = lock(&self.0);
        let mut sorted: Vec<_> =
            figures.iter().map(|(key, it)| (key.name(), labels(key), it)).collect();
        sorted.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
        let (mut text, mut last) = (String::new(), "");
        for (name, labels, figure) in sorted {
            if name != last {
                writeln!(text, "# TYPE {name} {}", figure.kind()).expect("writes to a String");
                last = name;
            }
            figure.write(name, &labels, &mut text).expect("writes to a String");
        }
        text
    }
}

/// `reason="UnknownPath",way="in"`
fn labels(key: &Key) -> String {
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let labels =
        key.labels().map(|label| format!("{}=\"{}\"", label.key(), escaped(label.value())));
    labels.collect::<Vec<_>>().join(",")
}

impl Figure {
    const fn kind(&self) -> &'static str {
        match self {
            Self::Counter(_) => "counter",
            Self::Gauge(_) => "gauge",
            Self::Histogram(_) => "histogram",
        }
    }

    fn write(&self, name: &str, labels: &str, text: &mut String) -> std::fmt::Result {
        let braces = if labels.is_empty() { String::new() } else { format!("{{{labels}}}") };
        match self {
            Self::Counter(count) => {
                writeln!(text, "{name}{braces} {}", count.load(Ordering::Relaxed))
            }
            Self::Gauge(bits) => {
                writeln!(text, "{name}{braces} {}", f64::from_bits(bits.load(Ordering::Relaxed)))
            }
            Self::Histogram(buckets) => {
                let Buckets { counts, count, sum } = &*lock(buckets);
                let comma = if labels.is_empty() { "" } else { "," };
                let mut below = 0;
                for (bound, count) in BOUNDS.iter().zip(counts) {
                    below += count;
                    writeln!(text, "{name}_bucket{{{labels}{comma}le=\"{bound}\"}} {below}")?;
                }
                writeln!(text, "{name}_bucket{{{labels}{comma}le=\"+Inf\"}} {count}")?;
                writeln!(text, "{name}_sum{braces} {sum}")?;
                writeln!(text, "{name}_count{braces} {count}")
            }
        }
    }
}

impl Recorder for Figures {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        match self.get(key, || Figure::Counter(Arc::default())) {
            Figure::Counter(count) => Counter::from_arc(count),
            _ => Counter::noop(),
        }
    }

    fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
        match self.get(key, || Figure::Gauge(Arc::default())) {
            Figure::Gauge(bits) => Gauge::from_arc(bits),
            _ => Gauge::noop(),
        }
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        match self.get(key, || Figure::Histogram(Arc::default())) {
            Figure::Histogram(buckets) => Histogram::from_arc(Arc::new(Shared(buckets))),
            _ => Histogram::noop(),
        }
    }
}
