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

#[path = "workloads/theirs.rs"]
mod theirs;
mod workloads;

use std::env;
use std::hint::black_box;
use std::time::{Duration, Instant};

use godot_binary_serialization::decoder::Decoder;
use godot_binary_serialization::encoder::Encoder;
use godot_binary_serialization::types::primitive::{
    GodotBool, GodotFloat, GodotInteger, GodotNull, GodotString,
};
use godot_binary_serialization::types::structures::{GodotDictionary, GodotVector3};
use godot_var::{Dictionary, FromVariantBytes, Godot4, Variant, Vector3};
use serde::{Deserialize, Serialize};
use theirs::Format;
use workloads::{
    PLACES, Placed, Run, chat, mesh, messages, player, player_array, profile, snapshot,
};

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
        // The first touch of a page costs more than what is measured.
        for place in 0..PLACES {
            run(1, place);
        }
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
    for case in workloads::lludp::by_bytes() {
        rows.push(Row::new(case.name, case.bytes.len(), case.run));
    }
    let a = workloads::bytes::<Godot4, _>(&player(7));
    let b = workloads::bytes::<Godot4, _>(&chat());
    let c = workloads::bytes::<Godot4, _>(&snapshot(false));
    let d = workloads::bytes::<Godot4, _>(&mesh());
    let e = workloads::bytes::<Godot4, _>(&player_array());
    let f = workloads::bytes::<Godot4, _>(&messages());
    let g = workloads::bytes::<Godot4, _>(&profile());
    let tree = world();
    let h = workloads::bytes::<Godot4, _>(&tree);
    rows.push(Row::new("copy", h.len(), copy(&h)));
    let trees =
        [("A", &a), ("B", &b), ("C", &c), ("D", &d), ("E", &e), ("F", &f), ("G", &g), ("H", &h)];
    for (name, bytes) in trees {
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

    let Ok(Variant::Dictionary(dictionary)) = Variant::from_variant_bytes::<Godot4>(&g) else {
        unreachable!("G is a Dictionary")
    };
    rows.push(Row::new(
        format!("G/encode, {CRATE}"),
        g.len(),
        encode_crate(move || crate_dictionary(&dictionary)),
    ));
    let whole = Decoder::decode_variant(&g).is_ok_and(|g| {
        g.as_any().downcast_ref().is_some_and(|g: &GodotDictionary| g.map.len() == 30)
    });
    if whole {
        rows.push(Row::new(format!("G/decode, {CRATE}"), g.len(), decode_crate(&g)));
    } else {
        println!("{CRATE} does not read all of G");
    }

    serde(rows, "A", a.len(), SerdePlayer::new(7));
    serde(rows, "B", b.len(), chat());
    let players = (0..64).map(|i| SerdePlayer::new(1000 + i)).collect();
    serde(rows, "C", c.len(), SerdeSnapshot { tick: 123_456, players });
    serde(rows, "D", d.len(), SerdeMesh::new());
    serde(rows, "E", e.len(), SerdePlayer::new(7));
    serde(rows, "F", f.len(), messages());
    serde(rows, "G", g.len(), profile());
    serde(rows, "H", h.len(), Tree::from(&tree));

    for (workload, format) in theirs::formats() {
        let ours = rows
            .iter()
            .find(|row| row.name.split_once('/').is_some_and(|(name, _)| name == workload));
        let bytes = ours.map_or(0, |row| row.bytes);
        their_rows(rows, &workload, bytes, format);
    }
}

/// H: a value of about a thousand, nested, as a game saves its world.
fn world() -> Variant {
    let entity = |i: i64| {
        let mut entity = Dictionary::new();
        entity.insert("id", i);
        entity.insert("name", format!("lantern {i}"));
        entity.insert("pos", Vector3::new(i as f32, 0.5, -1.0));
        entity.insert("lit", i % 3 == 0);
        entity.insert("oil", i as f64 * 0.3);
        entity.insert("owner", (i % 4 == 0).then_some(i));
        let tags = ["brass", "old", "heavy"].map(Variant::from);
        entity.insert("tags", Variant::from(Vec::from(tags)));
        Variant::Dictionary(entity)
    };
    let mut world = Dictionary::new();
    world.insert("map", "res://maps/old_mill.tscn");
    world.insert("entities", Variant::from((0..60).map(entity).collect::<Vec<_>>()));
    Variant::Dictionary(world)
}

/// H as serde has it.
#[derive(Serialize, Deserialize)]
enum Tree {
    Nil,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    Vector3([f32; 3]),
    List(Vec<Tree>),
    Map(Vec<(Tree, Tree)>),
}

impl From<&Variant> for Tree {
    fn from(value: &Variant) -> Self {
        match value {
            Variant::Bool(value) => Self::Bool(*value),
            Variant::Int(value) => Self::Int(*value),
            Variant::Float(value) => Self::Float(*value),
            Variant::String(value) => Self::Text(value.clone()),
            Variant::Vector3(value) => Self::Vector3([value.x, value.y, value.z]),
            Variant::Array(array) => Self::List(array.elements.iter().map(Self::from).collect()),
            Variant::Dictionary(dictionary) => {
                let pair = |(key, value): &(Variant, Variant)| (key.into(), value.into());
                Self::Map(dictionary.entries.iter().map(pair).collect())
            }
            _ => Self::Nil,
        }
    }
}

/// The same Dictionary in the other crate's types.
fn crate_dictionary(dictionary: &Dictionary) -> GodotDictionary {
    let mut d = GodotDictionary::new();
    for (key, value) in &dictionary.entries {
        let Variant::String(key) = key else { continue };
        let key = GodotString::new(key);
        match value {
            Variant::Bool(value) => d.insert(key, GodotBool::new(*value)),
            Variant::Int(value) => match i32::try_from(*value) {
                Ok(value) => d.insert(key, GodotInteger::new_from_i32(value)),
                Err(_) => d.insert(key, GodotInteger::new_from_i64(*value)),
            },
            Variant::Float(value) => d.insert(key, GodotFloat::new_from_f64(*value)),
            Variant::String(value) => d.insert(key, GodotString::new(value)),
            Variant::Vector3(value) => d.insert(key, GodotVector3::new(value.x, value.y, value.z)),
            Variant::Dictionary(value) => d.insert(key, crate_dictionary(value)),
            _ => d.insert(key, GodotNull),
        }
    }
    d
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
struct SerdeSnapshot {
    tick: u64,
    players: Vec<SerdePlayer>,
}

#[derive(Serialize, Deserialize)]
struct SerdeMesh {
    vertices: Vec<[f32; 3]>,
    indices: Vec<i32>,
}

impl SerdeMesh {
    fn new() -> Self {
        let workloads::Mesh { vertices, indices } = mesh();
        Self { vertices: vertices.into_iter().map(|v| [v.x, v.y, v.z]).collect(), indices }
    }
}

fn serde<T>(rows: &mut Vec<Row>, workload: &str, bytes: usize, value: T)
where
    T: Serialize + for<'de> Deserialize<'de> + 'static,
{
    their_rows(rows, workload, bytes, theirs::postcard(value));
}

/// The rows of another format, whose ratios are to a copy of `bytes` bytes of ours.
fn their_rows(rows: &mut Vec<Row>, workload: &str, bytes: usize, format: Format) {
    let Format { name, bytes: encoded, encode, decode } = format;
    let len = encoded.len();
    rows.push(Row::new(format!("{workload}/encode slice, {name} ({len} B)"), bytes, encode));
    rows.push(Row::new(format!("{workload}/decode, {name} ({len} B)"), bytes, decode));
}
