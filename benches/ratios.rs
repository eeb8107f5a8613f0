//! Times every operation beside a copy of as many bytes and beside other ways to do the same.
//!
//! ```text
//! cargo bench --bench ratios            # some seconds
//! cargo bench --bench ratios -- --long  # ten times as many rounds
//! ```
//!
//! Each round runs every operation once, at another place in memory, so that a slow moment or an
//! unlucky place hits all of them alike. The table shows medians. Only the ratios travel between
//! machines.

#![allow(missing_docs, reason = "a program")]

mod workloads;

use std::env;
use std::hint::black_box;
use std::time::{Duration, Instant};

use godot_binary_serialization::decoder::Decoder;
use godot_binary_serialization::encoder::Encoder;
use godot_binary_serialization::types::primitive::{
    GodotBool, GodotFloat, GodotInteger, GodotString,
};
use godot_binary_serialization::types::structures::{GodotDictionary, GodotVector3};
use godot_var::{FromVariantBytes, Godot4, Variant};
use serde::{Deserialize, Serialize};
use workloads::{Placed, Run, chat, player, snapshot};

const CRATE: &str = "godot-binary-serialization 0.2";

/// How long one operation runs within a round.
const SLICE: Duration = Duration::from_micros(20);

struct Row {
    name: String,
    bytes: usize,
    run: Run,
    times: u64,
    samples: Vec<f64>,
}

impl Row {
    fn new(name: impl Into<String>, bytes: usize, mut run: Run) -> Self {
        // As many times as fit a slice.
        let mut times = 1;
        while times < 1 << 20 {
            let start = Instant::now();
            run(times, 0);
            if start.elapsed() >= SLICE {
                break;
            }
            times *= 2;
        }
        Self { name: name.into(), bytes, run, times, samples: Vec::new() }
    }

    fn sample(&mut self, place: usize) {
        let start = Instant::now();
        (self.run)(self.times, place);
        self.samples.push(start.elapsed().as_nanos() as f64 / self.times as f64);
    }

    fn median(&self) -> f64 {
        let mut samples = self.samples.clone();
        samples.sort_by(f64::total_cmp);
        samples.get(samples.len() / 2).copied().unwrap_or_default()
    }
}

/// Copies as many bytes: what every ratio is a multiple of.
fn copy(bytes: &[u8]) -> Run {
    let mut source = Placed::new(bytes);
    let mut target = Placed::new(bytes);
    Box::new(move |times, place| {
        let source = source.at(place);
        let target = target.at(place * 5 + 1);
        for _ in 0..times {
            black_box(&mut *target).copy_from_slice(black_box(source));
            black_box(&*target);
        }
    })
}

fn main() {
    let long = env::args().any(|argument| argument == "--long");
    let rounds = if long { 4000 } else { 400 };
    let mut rows = Vec::new();
    for case in workloads::cases() {
        let bytes = case.bytes.len();
        if !rows.iter().any(|row: &Row| row.name == "copy" && row.bytes == bytes) {
            rows.push(Row::new("copy", bytes, copy(&case.bytes)));
        }
        rows.push(Row::new(case.name, bytes, case.run));
    }
    others(&mut rows);
    for round in 0..rounds {
        for row in &mut rows {
            row.sample(round);
        }
    }
    println!("| operation | bytes | ns | copy ns | ratio |");
    println!("|---|--:|--:|--:|--:|");
    for row in rows.iter().filter(|row| row.name != "copy") {
        let copy = rows.iter().find(|copy| copy.name == "copy" && copy.bytes == row.bytes);
        let (ns, copy) = (row.median(), copy.map_or(f64::NAN, Row::median));
        let name = row.name.replace('/', " ");
        println!("| {name} | {} | {ns:.1} | {copy:.1} | {:.2}x |", row.bytes, ns / copy);
    }
}

/// Other ways: through a tree of values, another crate, and serde with a format of its own.
/// Their ratios are to a copy of the Variant's bytes, also where their own format has fewer.
fn others(rows: &mut Vec<Row>) {
    let a = workloads::bytes::<Godot4, _>(&player(7));
    let b = workloads::bytes::<Godot4, _>(&chat());
    let c = workloads::bytes::<Godot4, _>(&snapshot(false));
    for (name, bytes) in [("A", &a), ("B", &b), ("C", &c)] {
        let len = bytes.len();
        rows.push(Row::new(format!("{name}/encode, Variant tree"), len, encode_tree(bytes)));
        rows.push(Row::new(format!("{name}/decode, Variant tree"), len, decode_tree(bytes)));
    }

    let crate_a = || {
        let p = player(7);
        let mut d = GodotDictionary::new();
        d.insert(GodotString::new("id"), GodotInteger::new_from_i32(p.id as i32));
        d.insert(GodotString::new("pos"), GodotVector3::new(p.pos.x, p.pos.y, p.pos.z));
        d.insert(GodotString::new("vel"), GodotVector3::new(p.vel.x, p.vel.y, p.vel.z));
        d.insert(GodotString::new("yaw"), GodotFloat::new_from_f32(p.yaw));
        d.insert(GodotString::new("health"), GodotInteger::new_from_i32(p.health));
        d.insert(GodotString::new("grounded"), GodotBool::new(p.grounded));
        d
    };
    let crate_b = || {
        let c = chat();
        let mut d = GodotDictionary::new();
        d.insert(GodotString::new("channel"), GodotInteger::new_from_i32(c.channel));
        d.insert(GodotString::new("sender"), GodotString::new(&c.sender));
        d.insert(GodotString::new("text"), GodotString::new(&c.text));
        d.insert(GodotString::new("at"), GodotInteger::new_from_i64(c.at));
        d
    };
    rows.push(Row::new(format!("A/encode, {CRATE}"), a.len(), encode_crate(crate_a)));
    rows.push(Row::new(format!("A/decode, {CRATE}"), a.len(), decode_crate(&a)));
    rows.push(Row::new(format!("B/encode, {CRATE}"), b.len(), encode_crate(crate_b)));
    rows.push(Row::new(format!("B/decode, {CRATE}"), b.len(), decode_crate(&b)));

    serde(rows, "A", a.len(), SerdePlayer::new(7));
    serde(rows, "B", b.len(), SerdeChat::new());
    let players = (0..64).map(|i| SerdePlayer::new(1000 + i)).collect();
    serde(rows, "C", c.len(), SerdeSnapshot { tick: 123_456, players });
}

/// From a value that is there already, which favours the tree.
fn encode_tree(bytes: &[u8]) -> Run {
    let value = Variant::from_variant_bytes::<Godot4>(bytes).expect("decodes");
    workloads::encode_vec::<Godot4, _>(value)
}

fn decode_tree(bytes: &[u8]) -> Run {
    workloads::decode::<Godot4, Variant>(bytes)
}

fn encode_crate(build: impl Fn() -> GodotDictionary + 'static) -> Run {
    Box::new(move |times, _| {
        for _ in 0..times {
            let encoded = Encoder::encode_variant(&build());
            black_box(&encoded);
        }
    })
}

fn decode_crate(bytes: &[u8]) -> Run {
    let mut source = Placed::new(bytes);
    Box::new(move |times, place| {
        let source = &*source.at(place);
        for _ in 0..times {
            let value = Decoder::decode_variant(black_box(source));
            black_box(&value);
        }
    })
}

#[derive(Serialize, Deserialize)]
struct SerdePlayer {
    id: u32,
    pos: [f32; 3],
    vel: [f32; 3],
    yaw: f32,
    health: i32,
    grounded: bool,
}

impl SerdePlayer {
    fn new(id: u32) -> Self {
        let p = player(id);
        Self {
            id,
            pos: [p.pos.x, p.pos.y, p.pos.z],
            vel: [p.vel.x, p.vel.y, p.vel.z],
            yaw: p.yaw,
            health: p.health,
            grounded: p.grounded,
        }
    }
}

#[derive(Serialize, Deserialize)]
struct SerdeChat {
    channel: i32,
    sender: String,
    text: String,
    at: i64,
}

impl SerdeChat {
    fn new() -> Self {
        let workloads::ChatMessage { channel, sender, text, at } = chat();
        Self { channel, sender, text, at }
    }
}

#[derive(Serialize, Deserialize)]
struct SerdeSnapshot {
    tick: u64,
    players: Vec<SerdePlayer>,
}

fn serde<T>(rows: &mut Vec<Row>, workload: &str, bytes: usize, value: T)
where
    T: Serialize + for<'de> Deserialize<'de> + 'static,
{
    let encoded = postcard::to_allocvec(&value).expect("encodes");
    let mut source = Placed::new(&encoded);
    let mut target = Placed::new(&encoded);
    let encode: Run = Box::new(move |times, place| {
        let target = target.at(place);
        for _ in 0..times {
            let written = postcard::to_slice(black_box(&value), black_box(&mut *target));
            black_box(&written.is_ok());
        }
    });
    let decode: Run = Box::new(move |times, place| {
        let source = &*source.at(place);
        for _ in 0..times {
            let value = postcard::from_bytes::<T>(black_box(source));
            black_box(&value);
        }
    });
    let len = encoded.len();
    rows.push(Row::new(
        format!("{workload}/encode slice, serde + postcard ({len} B)"),
        bytes,
        encode,
    ));
    rows.push(Row::new(format!("{workload}/decode, serde + postcard ({len} B)"), bytes, decode));
}
