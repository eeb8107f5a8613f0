//! Fresh mutations of messages, judged by a real Godot 3 engine and by this library.
//!
//! `common/programs/engine.rs` says what it needs. `MUTATIONS` says how many there are (2,000 without it), and
//! `MUTATION_SEED` repeats a run. What may differ stands in the table "Where this reader differs from
//! an engine" of `godot-var-runtime/src/variant/mod.rs`; [`refusal`] and [`as_engine`] are that table.

use std::collections::BTreeMap;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{env, fs, thread};

use crate::common::{self, bytes, text, vectors, with_deep_stack};
use crate::needs::{self, GODOT3, GODOT36, Godot};
use crate::programs::engine::{Engine, Scratch};
use godot_var::framing::{LengthOrder, put_frame};
use godot_var::values::ObjectId;
use godot_var::{
    Color, DecodeError, DecodeErrorKind, Dialect, Dictionary, Godot3, NodePath, Variant, Vector2,
    Vector3,
};
use godot_var_cli::lines;

/// How long the engine may take for all of them.
const PATIENCE: Duration = Duration::from_secs(600);

/// A generator of numbers (`splitmix64`).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// Words that headers, counts and lengths are made of.
const WORDS: [u32; 14] = [
    0,
    1,
    2,
    3,
    4,
    8,
    0x0001_0002,
    0x0001_0011,
    0x8000_0000,
    0x8000_0001,
    0x7fff_ffff,
    0xffff_ffff,
    0x7fc0_0000,
    0x1234_5678,
];

/// Bytes that texts stumble over.
const TEXTS: [&[u8]; 9] = [
    &[0],
    &[0xff],
    &[0xc0, 0x80],
    &[0xed, 0xa0, 0x80],
    &[0xef, 0xbb, 0xbf],
    &[0xf4, 0x90, 0x80, 0x80],
    &[0xe0, 0x80, 0x80],
    &[0xf8, 0x88, 0x80, 0x80, 0x80],
    "é".as_bytes(),
];

fn mutate(numbers: &mut Numbers, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seeds[numbers.below(seeds.len())].clone();
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(bytes.len());
        let word = at / 4 * 4;
        match numbers.below(9) {
            0 => bytes.truncate(at),
            1 | 2 if at < bytes.len() => bytes[at] = numbers.next() as u8,
            3 if at < bytes.len() => bytes[at] ^= 1 << numbers.below(8),
            4 | 5 if word + 4 <= bytes.len() => {
                let new = if numbers.below(2) == 0 {
                    numbers.below(28) as u32
                } else {
                    WORDS[numbers.below(WORDS.len())]
                };
                bytes[word..word + 4].copy_from_slice(&new.to_le_bytes());
            }
            6 => {
                let text = TEXTS[numbers.below(TEXTS.len())];
                for (byte, new) in bytes.iter_mut().skip(at).zip(text) {
                    *byte = *new;
                }
            }
            7 => {
                let other = &seeds[numbers.below(seeds.len())];
                bytes.truncate(word);
                bytes.extend(&other[numbers.below(other.len() / 4 + 1) * 4 % other.len().max(1)..]);
            }
            _ => {
                let end = (word + 4 * numbers.below(5)).min(bytes.len());
                drop(bytes.drain(word.min(end)..end));
            }
        }
    }
    bytes
}

/// What is left when this library refuses what the engine reads.
enum Refusal {
    /// A documented difference, of which there is no value.
    Named(&'static str),
    /// The value, if bytes behind a NUL were text: the engine does not look at them.
    BehindNul(Variant),
    /// A difference that is written nowhere.
    Unknown,
}

/// Why this library refuses what the engine reads.
fn refusal(error: DecodeError, bytes: &[u8]) -> Refusal {
    match error.kind() {
        DecodeErrorKind::InvalidUtf8 => {}
        DecodeErrorKind::InvalidLength => {
            return match error.expected() {
                "the length of a PackedStringArray" => Refusal::Named("a negative count of texts"),
                "the length of a NodePath" => Refusal::Named("a negative count of subnames"),
                _ => Refusal::Unknown,
            };
        }
        DecodeErrorKind::TooDeep => return Refusal::Named("nesting"),
        _ => return Refusal::Unknown,
    }
    let mut repaired = bytes.to_vec();
    let mut error = error;
    loop {
        if error.kind() != DecodeErrorKind::InvalidUtf8 {
            return Refusal::Unknown;
        }
        let at = error.offset();
        match repaired[at..] {
            // A surrogate; beyond U+10FFFF; in more bytes than it needs.
            [0xed, 0xa0..=0xbf, ..]
            | [0xf4, 0x90..=0xbf, ..]
            | [0xf5..=0xfd, ..]
            | [0xf0, 0x80..=0x8f, ..] => return Refusal::Named("no character"),
            _ => {}
        }
        repaired[at] = b'?';
        match lines::decode(&repaired, &Godot3::SPEC, common::ENGINE) {
            Ok((value, _)) => return Refusal::BehindNul(value),
            Err(next) => error = next,
        }
    }
}

/// The value of the engine's bytes.
fn value_of(written: &[u8]) -> Variant {
    let theirs = lines::decode(written, &Godot3::SPEC, common::ENGINE);
    let (mut theirs, _) = theirs.expect("what the engine writes can be read");
    as_engine(&mut theirs);
    theirs
}

fn cut(text: &mut String) {
    if let Some(end) = text.find('\0') {
        text.truncate(end);
    }
    if let Some(rest) = text.strip_prefix('\u{feff}') {
        *text = rest.to_owned();
    }
}

/// The value as the engine keeps it: this library keeps more.
fn as_engine(value: &mut Variant) {
    match value {
        Variant::String(text) => cut(text),
        Variant::PackedStringArray(texts) => texts.iter_mut().for_each(cut),
        Variant::NodePath(path) => {
            path.names.iter_mut().chain(&mut path.subnames).for_each(cut);
            path.absolute &= !path.names.is_empty();
        }
        Variant::ObjectId(ObjectId(0)) => *value = Variant::Nil,
        // The engine gives an object that it does not have a number of its own.
        Variant::ObjectId(id) => *id = ObjectId(1),
        Variant::Array(array) => array.elements.iter_mut().for_each(as_engine),
        Variant::Dictionary(dictionary) => {
            for (key, value) in &mut dictionary.entries {
                as_engine(key);
                as_engine(value);
            }
            // Keys may have become equal.
            *dictionary = std::mem::take(&mut dictionary.entries).into_iter().collect();
        }
        _ => {}
    }
}

/// The answers of the engine: what it wrote for a value that it could read.
fn judge(godot: &Godot, test: &str, values: &[Vec<u8>]) -> Vec<Option<Vec<u8>>> {
    let scratch = Scratch::in_engine(godot, test);
    let (input, output) = (scratch.path("in"), scratch.path("out"));
    let mut frames = Vec::new();
    for value in values {
        let wrapped = [&[19, 0, 0, 0, 1, 0, 0, 0], &value[..]].concat();
        put_frame(&wrapped, LengthOrder::LittleEndian, &mut frames).expect("a short frame");
    }
    fs::write(&input, frames).expect("a file");
    let paths = [&input, &output].map(|path| path.to_str().expect("a path in UTF-8").to_owned());
    let mut engine = Engine::start_in(godot, scratch, "malformed.gd", &[&paths[0], &paths[1]]);
    let started = Instant::now();
    while engine.is_running() {
        assert!(started.elapsed() < PATIENCE, "the engine does not end");
        thread::sleep(Duration::from_millis(20));
    }
    let written = fs::read(&output).expect("the engine's file");
    let mut rest = &written[..];
    let mut answers = Vec::new();
    while let Some(([read, len @ ..], behind)) = rest.split_first_chunk::<5>() {
        let (answer, behind) = behind.split_at(u32::from_le_bytes(*len) as usize);
        answers.push((*read == 1).then(|| answer.to_vec()));
        rest = behind;
    }
    assert_eq!(answers.len(), values.len(), "the engine has answered everything");
    answers
}

/// How often each verdict was given, and what differs without a reason.
fn compare(
    values: &[Vec<u8>],
    answers: Vec<Option<Vec<u8>>>,
) -> (BTreeMap<&'static str, usize>, Vec<String>) {
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut surprises = Vec::new();
    for (bytes, answer) in values.iter().zip(answers) {
        let verdict = match (lines::decode(bytes, &Godot3::SPEC, common::ENGINE), answer) {
            (Err(_), None) => "both refuse",
            (Ok((value, _)), None) => {
                surprises.push(format!("only we read {}: {value:?}", hex::encode(bytes)));
                "only we read"
            }
            (Err(error), Some(written)) => {
                let message = error.to_string();
                match refusal(error, bytes) {
                    Refusal::Named(name) => name,
                    Refusal::BehindNul(mut ours) => {
                        as_engine(&mut ours);
                        if !ours.identical(&value_of(&written)) {
                            surprises.push(format!("{}: {message}", hex::encode(bytes)));
                        }
                        "no text behind a NUL"
                    }
                    Refusal::Unknown => {
                        let hex = hex::encode(bytes);
                        surprises.push(format!("only we refuse {hex}: {message}"));
                        "only we refuse"
                    }
                }
            }
            (Ok((mut ours, _)), Some(written)) => {
                let theirs = value_of(&written);
                as_engine(&mut ours);
                if !ours.identical(&theirs) {
                    surprises
                        .push(format!("{}: {ours:?}, the engine {theirs:?}", hex::encode(bytes)));
                }
                "both read"
            }
        };
        *verdicts.entry(verdict).or_default() += 1;
    }
    (verdicts, surprises)
}

fn fresh_mutations(godot: &'static Godot) {
    with_deep_stack(move || {
        let number = |name| env::var(name).ok().and_then(|text: String| text.parse().ok());
        let count: u64 = number("MUTATIONS").unwrap_or(2000);
        let now =
            || SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock").as_nanos() as u64;
        let seed = number("MUTATION_SEED").unwrap_or_else(now);
        println!("MUTATION_SEED={seed}");
        let mut numbers = Numbers(seed);

        let mut seeds: Vec<Vec<u8>> = vectors("godot3.jsonl").iter().map(bytes).collect();
        let malformed = vectors("godot3_malformed.jsonl");
        seeds.extend(malformed.iter().filter(|row| text(row, "engine") == "ok").map(bytes));
        seeds.retain(|bytes| !bytes.is_empty() && bytes.len() <= 2048);
        let values: Vec<Vec<u8>> = (0..count).map(|_| mutate(&mut numbers, &seeds)).collect();
        let answers = judge(godot, "mutations", &values);

        let (verdicts, surprises) = compare(&values, answers);
        println!("{verdicts:#?}");
        let shown: Vec<_> = surprises.iter().take(20).collect();
        assert!(surprises.is_empty(), "seed {seed}: {} differ: {shown:#?}", surprises.len());
        assert!(verdicts["both read"] * 5 > values.len(), "mutations that break everything");
        assert!(verdicts["both refuse"] * 5 > values.len(), "mutations that break nothing");
    });
}

/// A Dictionary of two pairs with these keys.
fn two_keys(first: &Variant, second: &Variant) -> Vec<u8> {
    let key = |key: &Variant| lines::encode(key, &Godot3::SPEC).expect("a key");
    let mut bytes = vec![18, 0, 0, 0, 2, 0, 0, 0];
    for (key, value) in [(key(first), 1), (key(second), 2)] {
        bytes.extend(key);
        bytes.extend([2, 0, 0, 0, value, 0, 0, 0]);
    }
    bytes
}

fn keys_that_are_one_to_the_engine(godot: &Godot) {
    let (zero, nan) = (0.0, f32::NAN);
    let list = |element: f32| Variant::from(vec![Variant::from(element)]);
    let pairs: Vec<(Variant, Variant)> = vec![
        (zero.into(), (-zero).into()),
        (nan.into(), (-nan).into()),
        (Vector3::new(zero, 1.0, 2.0).into(), Vector3::new(-zero, 1.0, 2.0).into()),
        (Vector3::new(nan, 1.0, 2.0).into(), Vector3::new(-nan, 1.0, 2.0).into()),
        (Vector2::new(zero, 1.0).into(), Vector2::new(-zero, 1.0).into()),
        (Color::new(zero, 1.0, 2.0, 1.0).into(), Color::new(-zero, 1.0, 2.0, 1.0).into()),
        (list(zero), list(-zero)),
        (list(1.0), list(1.0)),
        (Dictionary::new().into(), Dictionary::new().into()),
        (vec![1_u8].into(), vec![1_u8].into()),
        (vec![zero].into(), vec![-zero].into()),
        (vec![Vector2::new(zero, 1.0)].into(), vec![Vector2::new(-zero, 1.0)].into()),
        (NodePath::parse("a").into(), NodePath::parse("a").into()),
        (1.into(), 1.0.into()),
        (true.into(), 1.into()),
        ("a".into(), NodePath::parse("a").into()),
    ];
    let values: Vec<_> = pairs.iter().map(|(first, second)| two_keys(first, second)).collect();
    let answers = judge(godot, "keys", &values);
    let (_, surprises) = compare(&values, answers);
    assert!(surprises.is_empty(), "{surprises:#?}");
}

needs::tests! {
    in GODOT3 GODOT36: fresh_mutations, keys_that_are_one_to_the_engine;
}
