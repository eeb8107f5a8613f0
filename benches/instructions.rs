//! Counts the instructions of every operation with callgrind, and holds them against
//! `benches/instructions.txt`.
//!
//! ```text
//! cargo bench --bench instructions              # count, compare, fail when one is 10 % above
//! cargo bench --bench instructions -- A/decode  # only these
//! cargo bench --bench instructions -- --write   # write the counts down
//! cargo bench --bench instructions -- --others  # those of other formats, which have no bounds
//! ```
//!
//! Each operation runs some times and again twice as often: the difference is the loop alone.

#![allow(missing_docs, reason = "a program")]

mod callgrind;
#[path = "workloads/theirs.rs"]
mod theirs;
mod workloads;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs, iter, thread};

use theirs::Format;
use workloads::Case;

const RUN: &str = "--run";

/// How far above its bound a count may be.
const TOLERANCE: f64 = 1.10;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [RUN, names @ ..] = &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        let mut cases = all_cases();
        for name in names {
            let case = cases.iter_mut().find(|case| case.name == *name).expect("a case");
            let times = times(case.bytes.len());
            // What the first call alone prepares.
            (case.run)(1, 0);
            measured(case, times);
            measured(case, 2 * times);
        }
        return ExitCode::SUCCESS;
    }
    let write = arguments.iter().any(|argument| argument == "--write");
    let others = arguments.iter().any(|argument| argument == "--others");
    let only: Vec<_> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    if others {
        for (name, count) in count_wanted(&other_cases(), &only) {
            println!("{name:40} {count:>9}");
        }
        return ExitCode::SUCCESS;
    }
    compare(&only, write)
}

/// Ours, and those of other formats.
fn all_cases() -> Vec<Case> {
    workloads::cases().into_iter().chain(other_cases()).collect()
}

/// The operations of other formats, named after message and format.
fn other_cases() -> Vec<Case> {
    let case = |name: &str, operation: &str, format: &str, bytes: &[u8], run| {
        let name = format!("{name}/{operation},{format}").replace(' ', "");
        Case { name: name.leak(), bytes: bytes.to_vec(), run }
    };
    let cases = theirs::formats().into_iter().flat_map(|(name, format)| {
        let Format { name: format, bytes, encode, decode } = format;
        [
            case(&name, "encode-slice", format, &bytes, encode),
            case(&name, "decode", format, &bytes, decode),
        ]
    });
    cases.collect()
}

/// The counts of those that are asked for.
fn count_wanted<'c>(cases: &'c [Case], only: &[&String]) -> Vec<(&'c str, u64)> {
    // A copy of much memory is one instruction or many, as the processor at hand has it.
    let wanted = |name: &str| {
        !name.starts_with("D/")
            && (only.is_empty() || only.iter().any(|part| name.contains(part.as_str())))
    };
    let cases = cases.iter().filter(|case| wanted(case.name));
    let cases: Vec<_> = cases.map(|case| (case.name, times(case.bytes.len()))).collect();
    let counts = count_all(&cases);
    cases.into_iter().map(|(name, _)| name).zip(counts).collect()
}

fn compare(only: &[&String], write: bool) -> ExitCode {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("instructions.txt");
    let text = fs::read_to_string(&file).unwrap_or_default();
    let bounds: BTreeMap<&str, u64> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(name, count)| Some((name, count.trim().parse().ok()?)))
        .collect();
    let mut written = String::from(HEADER);
    let mut failed = false;
    println!("{:24} {:>9} {:>9}", "operation", "instr", "bound");
    for (name, instructions) in count_wanted(&workloads::cases(), only) {
        let bound = bounds.get(name).copied();
        let verdict = match bound {
            None => "no bound",
            Some(bound) if instructions as f64 > bound as f64 * TOLERANCE => {
                failed = true;
                "TOO MANY"
            }
            Some(bound) if (instructions as f64) < bound as f64 / TOLERANCE => "lower the bound",
            Some(_) => "",
        };
        let shown = bound.map_or("-".to_owned(), |bound| bound.to_string());
        println!("{name:24} {instructions:>9} {shown:>9} {verdict}");
        writeln!(written, "{name:24} {instructions}").expect("writes to a String");
    }
    if write && only.is_empty() {
        fs::write(&file, written).expect("writes the bounds");
        return ExitCode::SUCCESS;
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

const HEADER: &str = "\
# Instructions an operation, as callgrind counts them: `cargo bench --bench instructions`.
# More than a tenth above fails; write new ones down with `-- --write`.
";

/// How often an operation on so many bytes runs.
const fn times(bytes: usize) -> u64 {
    if bytes > 4096 { 100 } else { 250 }
}

/// What callgrind counts, once for each call.
#[inline(never)]
fn measured(case: &mut Case, times: u64) {
    (case.run)(times, 0);
}

/// The instructions of each operation, which runs so many times, and twice as often. All cores count: callgrind uses one.
fn count_all(cases: &[(&str, u64)]) -> Vec<u64> {
    let count = |cases: &[(&str, u64)]| -> Vec<u64> {
        let names = cases.iter().map(|(name, _)| *name);
        let arguments: Vec<_> = iter::once(RUN).chain(names).collect();
        let counts = callgrind::counts("instructions::measured", &arguments, "");
        let (counts, rest) = counts.as_chunks();
        assert!(counts.len() == cases.len() && rest.is_empty(), "a case was not counted");
        let more =
            |([once, twice], (_, times)): (&[u64; 2], &(_, u64))| (twice - once).div_ceil(*times);
        counts.iter().zip(cases).map(more).collect()
    };
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let parts = cases.chunks(cases.len().div_ceil(cores).max(1));
        let threads: Vec<_> = parts.map(|part| scope.spawn(move || count(part))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("counts")).collect()
    })
}
