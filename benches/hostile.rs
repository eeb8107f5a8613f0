//! Counts the instructions that the costliest messages take, with callgrind: for each reader so many
//! a byte at most, in all and for each byte by which a message is longer. A session of high-level multiplayer takes hardly more for a packet,
//! or for a peer that joins or leaves, if it has many nodes and peers. So does a host of ENet for a datagram.
//!
//! ```text
//! cargo bench --bench hostile
//! ```
//!
//! `SECURITY.md` states the numbers of [`bound`].

#![allow(missing_docs, reason = "a program")]

mod callgrind;
#[path = "hostile/enet.rs"]
mod enet;
#[path = "../tests/common/hostile.rs"]
mod hostile;
#[allow(
    dead_code,
    unreachable_pub,
    clippy::struct_field_names,
    reason = "a message set has more than is read here, for programs of any shape"
)]
#[path = "../schemas/lite_net_lib_manager/mod.rs"]
mod lite_net_lib_manager;
#[path = "hostile/sessions.rs"]
mod sessions;
#[path = "hostile/ways.rs"]
mod ways;
#[path = "hostile/wires.rs"]
mod wires;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::{env, hint};

use wires::Case;

const RUN: &str = "--run";
const RUN_SESSIONS: &str = "--run-sessions";
/// Otherwise one of the calls joins all small free chunks of the heap, and the count is that of the heap.
const NO_FAST_CHUNKS: &str = "glibc.malloc.mxfast=0";
const RUN_ENET: &str = "--run-enet";

/// Each twice as long as the one before.
const SIZES: [usize; 3] = [4_000, 8_000, 16_000];

/// How much more each further byte of twice the bytes may take than one before: sorted keys and memory
/// that grows by doubling cost a little more, and what grows with the square twice as much.
const STEEPER: f64 = 1.6;

/// The most instructions for a byte of any message, and for each byte by which it is longer.
fn bound(reader: &str) -> f64 {
    // Both readings are counted.
    if let Some(once) = reader.strip_suffix(", in place") {
        return 2.0 * bound(once);
    }
    match reader {
        // A record in a record is stepped over once a level, and the messages have 100 levels.
        "Tree" | "Flat" | "Optional" | "Tagged" | "Borrowed" | "Tree, several" => 1_500.0,
        // Reads on until too much was looked at without a result.
        "Untagged" | "Members" | "Untagged, several" => 6_000.0,
        // Each part is held against each variant once, and once more where it fits.
        "fits, Untagged" => 900.0,
        // Values are remembered by their addresses, which differ in each run.
        "fits, Optional" => 300.0,
        // Elements without bytes, 32 for each byte of the message; two bytes that stand for 255.
        "LiteNetLibManager" | "LLUDP" => 400.0,
        "peek_id" | "peek_field" | "peek_bytes" => 25.0,
        "peek_field, 3 steps" => 75.0,
        _ => 200.0,
    }
}

fn main() -> ExitCode {
    if env::args().any(|argument| argument == RUN) {
        for case in SIZES.into_iter().flat_map(cases) {
            measured(case.read, &case.bytes);
        }
        return ExitCode::SUCCESS;
    }
    if env::args().any(|argument| argument == RUN_SESSIONS) {
        sessions::run();
        return ExitCode::SUCCESS;
    }
    if env::args().any(|argument| argument == RUN_ENET) {
        enet::run();
        return ExitCode::SUCCESS;
    }
    let readers = compare(&callgrind::counts("hostile::measured", &[RUN], NO_FAST_CHUNKS));
    let counts = callgrind::counts("hostile::sessions::happened", &[RUN_SESSIONS], NO_FAST_CHUNKS);
    let of_sessions = sessions::compare(&counts);
    let of_enet =
        enet::compare(&callgrind::counts("hostile::enet::happened", &[RUN_ENET], NO_FAST_CHUNKS));
    if of_sessions || of_enet { ExitCode::FAILURE } else { readers }
}

/// Every reader on everything that it may meet.
fn cases(size: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    for (what, bytes) in hostile::messages(size) {
        for (reader, read) in hostile::READERS.into_iter().chain(ways::READERS) {
            let (what, bytes) = (what.to_owned(), bytes.clone());
            cases.push(Case { reader, read, what, bytes });
        }
    }
    cases.extend(wires::cases(size));
    cases
}

/// What callgrind counts, once for each call.
#[inline(never)]
fn measured(read: fn(&[u8]), bytes: &[u8]) {
    hint::black_box(read)(hint::black_box(bytes));
}

fn compare(counts: &[u64]) -> ExitCode {
    let sets = SIZES.map(cases);
    let len = sets[0].len();
    assert_eq!(counts.len(), SIZES.len() * len);
    println!("{:28} {:>9} {:>9}  costliest message", "reader", "instr/B", "bound");
    let mut failed = false;
    let mut worst = BTreeMap::<&str, (f64, &str)>::new();
    for (index, Case { reader, what, .. }) in sets[0].iter().enumerate() {
        let at =
            |size: usize| (counts[size * len + index] as f64, sets[size][index].bytes.len() as f64);
        let slope = |size: usize| {
            let ((less, short), (more, long)) = (at(size), at(size + 1));
            (more - less) / (long - short)
        };
        let (first, last) = (slope(0), slope(1));
        let (count, bytes) = at(SIZES.len() - 1);
        let most = last.max(count / bytes);
        let worst = worst.entry(reader).or_default();
        if most > worst.0 {
            *worst = (most, what);
        }
        // Memory that grows by doubling, and messages of pieces of 2 kB, make steps of some tens.
        if last > STEEPER * first.max(60.0) {
            failed = true;
            println!("{reader}: {what}: {first:.1} a byte, then {last:.1}: NOT LINEAR");
        }
    }
    for (reader, (count, what)) in worst {
        let verdict = if count > bound(reader) { "TOO MANY" } else { "" };
        failed |= !verdict.is_empty();
        println!("{reader:28} {count:>9.1} {:>9} {what} {verdict}", bound(reader));
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
