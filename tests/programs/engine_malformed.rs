//! Fresh mutations of messages, judged by real engines and by this library.
//!
//! `common/programs/engine.rs` describes what it needs. `MUTATIONS` sets their number (20,000 by default), and `MUTATION_SEED` repeats a
//! run. The table "Where this reader differs from an engine" of `godot-var-runtime/src/variant/mod.rs` lists the allowed differences;
//! [`DIFFERENCES`] is that table.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{env, fs, thread};

use crate::common::{self, bytes, text, vectors, with_deep_stack};
use crate::engine::contains_node_path;
use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::engine::{Engine, Scratch};
use godot_var::dialect::Generation;
use godot_var::error::DecodeErrorKind;
use godot_var::framing::{LengthOrder, put_frame};
use godot_var::values::{ElementType, NodePath, VariantType};
use godot_var::{Color, DecodeError, Dictionary, Variant, Vector2, Vector3};
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

/// Bytes that are special in texts.
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

const NUL: &str = "a NUL or a byte order mark in a text";
const AFTER_NUL: &str = "no text after a NUL";
const NO_CHARACTER: &str = "no character";
const TEXTS_COUNT: &str = "a negative count of texts";
const SUBNAMES_COUNT: &str = "a negative count of subnames";
const NESTING: &str = "nesting";
const ROOT: &str = "a path that is absolute and nothing else";
const OBJECT: &str = "an object that is not there";
const OBJECT_TYPE: &str = "a class or script as element type";
const NO_TYPE: &str = "nil as element type";
const MISFIT: &str = "elements that do not fit their type";
const KEYS: &str = "keys that are one here or there";
const NAN_KEYS: &str = "a list of floats with a NaN as key";
const WIDE: &str = "a component beyond 32 bits";

/// Every documented difference in the table of `godot-var-runtime/src/variant/mod.rs`, with its reason, and one for what an engine writes.
/// No other difference is allowed.
const DIFFERENCES: [(&str, &str); 14] = [
    (NUL, "the engine cuts the text at the NUL and drops the mark; here no data is lost"),
    (AFTER_NUL, "the engine does not look there; here the whole text is kept, so it must be one"),
    (NO_CHARACTER, "Godot 3 reads surrogates, what is beyond U+10FFFF, and more bytes than needed"),
    (TEXTS_COUNT, "an empty array to the engine; no writer means it"),
    (SUBNAMES_COUNT, "the engine takes it from the names; no writer means it"),
    (NESTING, "Godot 3 reads on until its stack ends; here deep input is an error"),
    (ROOT, "Godot 3 makes it relative; here no data is lost"),
    (OBJECT, "the engine has another number for it, or null; a server has no objects to look up"),
    (OBJECT_TYPE, "EncodedObjectAsID to the engine; here what is read can be written back"),
    (NO_TYPE, "no type to the engine; here what is read can be written back"),
    (MISFIT, "the engine converts or drops them; here no data is lost"),
    (
        KEYS,
        "Godot 4 merges lists of floats if only the sign of a zero differs; Godot 3 no Dictionaries",
    ),
    (NAN_KEYS, "Godot 3 reads it, and does not find it again to write its value"),
    (WIDE, "infinite to an engine of single precision; a wrong value is worse than none"),
];

/// Why this library refuses a message that the engine reads.
enum Refusal {
    /// A documented difference without a value.
    Named(&'static str),
    /// The value as if the bytes after a NUL were valid text: the engine does not read them.
    AfterNul(Variant),
    /// An undocumented difference.
    Unknown,
}

/// Why this library refuses what the engine reads.
fn refusal(godot: &Godot, error: DecodeError, bytes: &[u8]) -> Refusal {
    let mut repaired = bytes.to_vec();
    let mut error = error;
    loop {
        match (error.kind(), error.expected()) {
            (DecodeErrorKind::InvalidUtf8, _) => {}
            (DecodeErrorKind::InvalidLength, "the length of a PackedStringArray") => {
                return Refusal::Named(TEXTS_COUNT);
            }
            (DecodeErrorKind::InvalidLength, "the length of a NodePath") => {
                return Refusal::Named(SUBNAMES_COUNT);
            }
            (DecodeErrorKind::TooDeep, _) => return Refusal::Named(NESTING),
            (DecodeErrorKind::OutOfRange, "a component of 32 bits") => return Refusal::Named(WIDE),
            _ => return Refusal::Unknown,
        }
        let at = error.offset();
        match repaired[at..] {
            // A surrogate; beyond U+10FFFF; in more bytes than it needs.
            [0xed, 0xa0..=0xbf, ..]
            | [0xf4, 0x90..=0xbf, ..]
            | [0xf5..=0xfd, ..]
            | [0xe0, 0x80..=0x9f, ..]
            | [0xf0, 0x80..=0x8f, ..]
                if godot.generation == Generation::Godot3 =>
            {
                return Refusal::Named(NO_CHARACTER);
            }
            _ => {}
        }
        repaired[at] = b'?';
        match lines::decode(&repaired, godot.spec(), common::ENGINE) {
            Ok((value, _)) => return Refusal::AfterNul(value),
            Err(next) => error = next,
        }
    }
}

/// Changes a value to what the engine keeps of it; this library keeps more.
struct AsEngine {
    generation: Generation,
    /// What it changed.
    differences: BTreeSet<&'static str>,
}

impl AsEngine {
    fn new(godot: &Godot) -> Self {
        Self { generation: godot.generation, differences: BTreeSet::new() }
    }

    /// Changes our value. It also needs the engine's, because the result for some elements cannot be predicted.
    fn change(&mut self, value: &mut Variant, theirs: Option<&Variant>) {
        match value {
            Variant::String(text) => self.cut(text),
            Variant::StringName(name) => self.cut(&mut name.0),
            Variant::PackedStringArray(texts) => texts.iter_mut().for_each(|text| self.cut(text)),
            Variant::NodePath(path) => {
                path.names.iter_mut().chain(&mut path.subnames).for_each(|name| self.cut(name));
                if self.generation == Generation::Godot3
                    && path.names.is_empty()
                    && path.subnames.is_empty()
                    && path.absolute
                {
                    path.absolute = false;
                    self.differences.insert(ROOT);
                }
            }
            Variant::ObjectId(id) => {
                self.differences.insert(OBJECT);
                match theirs {
                    // The engine gives an unknown object an id of its own.
                    Some(Variant::ObjectId(own)) => *id = *own,
                    _ => *value = Variant::Nil,
                }
            }
            Variant::Signal(signal) => {
                self.cut(&mut signal.name);
                if let Some(Variant::Signal(own)) = theirs
                    && own.object_id != signal.object_id
                {
                    self.differences.insert(OBJECT);
                    signal.object_id = own.object_id;
                }
            }
            Variant::Array(array) => {
                let theirs = match theirs {
                    Some(Variant::Array(theirs)) => Some(theirs),
                    _ => None,
                };
                let mut declared = array.element_type.take().map(|declared| *declared);
                self.declared(&mut declared);
                for (at, element) in array.elements.iter_mut().enumerate() {
                    let own = theirs.and_then(|theirs| theirs.elements.get(at));
                    self.change(element, own);
                }
                if let Some(theirs) = theirs
                    && !array.elements.iter().all(|element| fits(declared.as_ref(), element))
                    && theirs.elements.iter().all(|element| fits(declared.as_ref(), element))
                    && theirs.elements.len() <= array.elements.len()
                {
                    // Elements that fit have stayed in order, with converted ones between them.
                    let mut rest = theirs.elements.iter();
                    let mut fitting =
                        array.elements.iter().filter(|element| fits(declared.as_ref(), element));
                    if fitting.all(|element| rest.any(|own| own.identical(element))) {
                        self.differences.insert(MISFIT);
                        array.elements.clone_from(&theirs.elements);
                    }
                }
                array.element_type = declared.map(Box::new);
            }
            Variant::Dictionary(dictionary) => {
                let theirs = match theirs {
                    Some(Variant::Dictionary(theirs)) => Some(theirs),
                    _ => None,
                };
                self.change_dictionary(dictionary, theirs);
            }
            _ => {}
        }
    }

    fn change_dictionary(&mut self, dictionary: &mut Dictionary, theirs: Option<&Dictionary>) {
        let mut types = dictionary.types.take().map(|types| *types).unwrap_or_default();
        self.declared(&mut types.key);
        self.declared(&mut types.value);
        for (at, (key, _)) in dictionary.entries.iter_mut().enumerate() {
            let own = theirs.and_then(|theirs| theirs.entries.get(at));
            self.change(key, own.map(|(key, _)| key));
        }
        // Keys may be equal now.
        let entries = std::mem::take(&mut dictionary.entries);
        for (key, value) in Dictionary::from_iter(entries).entries {
            let same = |(own, _): &&mut (Variant, Variant)| same_floats(own, &key);
            match dictionary.entries.iter_mut().find(same) {
                Some((_, last)) if self.generation == Generation::Godot4 => {
                    self.differences.insert(KEYS);
                    *last = value;
                }
                _ => dictionary.entries.push((key, value)),
            }
        }
        for (key, value) in &mut dictionary.entries {
            let own =
                theirs.and_then(|theirs| theirs.entries.iter().find(|(own, _)| own.identical(key)));
            self.change(value, own.map(|(_, value)| value));
        }
        // Values are not compared here.
        let misfits =
            dictionary.entries.iter().filter(|(key, _)| !fits(types.key.as_ref(), key)).count();
        if let Some(theirs) = theirs
            && misfits > 0
            && theirs.entries.len() <= dictionary.entries.len()
            && theirs.entries.iter().all(|(key, _)| fits(types.key.as_ref(), key))
        {
            // A converted key may equal one that fits, whose value is then replaced.
            let missing = dictionary.entries.iter().filter(|(key, value)| {
                let same =
                    |own: &(Variant, Variant)| own.0.identical(key) && own.1.identical(value);
                fits(types.key.as_ref(), key) && !theirs.entries.iter().any(same)
            });
            if missing.count() <= misfits {
                self.differences.insert(MISFIT);
                dictionary.entries.clone_from(&theirs.entries);
            }
        }
        let typed = types.key.is_some() || types.value.is_some();
        dictionary.types = typed.then(|| Box::new(types));
    }

    fn cut(&mut self, text: &mut String) {
        let mut kept = text.split('\0').next().unwrap_or_default();
        kept = kept.strip_prefix('\u{feff}').unwrap_or(kept);
        if kept.len() < text.len() {
            *text = kept.to_owned();
            self.differences.insert(NUL);
        }
    }

    fn declared(&mut self, declared: &mut Option<ElementType>) {
        match declared {
            Some(ElementType::Builtin(VariantType::Nil)) => {
                self.differences.insert(NO_TYPE);
                *declared = None;
            }
            Some(ElementType::Class(class)) if class == OBJECT_AS_ID => {}
            Some(
                ElementType::Builtin(VariantType::Object)
                | ElementType::Class(_)
                | ElementType::Script(_),
            ) => {
                self.differences.insert(OBJECT_TYPE);
                *declared = Some(ElementType::Class(OBJECT_AS_ID.into()));
            }
            _ => {}
        }
    }
}

/// The class of objects that are sent as ids.
const OBJECT_AS_ID: &str = "EncodedObjectAsID";

/// Whether a value is of a declared type.
fn fits(declared: Option<&ElementType>, value: &Variant) -> bool {
    match declared {
        None => true,
        Some(ElementType::Builtin(kind)) => value.variant_type() == *kind,
        Some(_) => matches!(value, Variant::ObjectId(_) | Variant::Nil),
    }
}

/// Whether two packed arrays have equal floats, ignoring their bits.
fn same_floats(a: &Variant, b: &Variant) -> bool {
    match (a, b) {
        (Variant::PackedFloat32Array(a), Variant::PackedFloat32Array(b)) => a == b,
        (Variant::PackedFloat64Array(a), Variant::PackedFloat64Array(b)) => a == b,
        _ => false,
    }
}

/// Whether a Dictionary in this value has such a key.
fn has_key(value: &Variant, wanted: fn(&Variant) -> bool) -> bool {
    match value {
        Variant::Array(array) => array.elements.iter().any(|element| has_key(element, wanted)),
        Variant::Dictionary(dictionary) => dictionary
            .entries
            .iter()
            .any(|(key, value)| wanted(key) || has_key(key, wanted) || has_key(value, wanted)),
        _ => false,
    }
}

fn is_dictionary(key: &Variant) -> bool {
    matches!(key, Variant::Dictionary(_))
}

fn has_nan(key: &Variant) -> bool {
    match key {
        Variant::PackedFloat32Array(list) => list.iter().any(|number| number.is_nan()),
        Variant::PackedVector2Array(list) => list.iter().any(|v| v.x.is_nan() || v.y.is_nan()),
        Variant::PackedVector3Array(list) => {
            list.iter().any(|v| v.x.is_nan() || v.y.is_nan() || v.z.is_nan())
        }
        Variant::PackedColorArray(list) => {
            list.iter().any(|c| c.r.is_nan() || c.g.is_nan() || c.b.is_nan() || c.a.is_nan())
        }
        _ => false,
    }
}

/// Returns the differences between our value and what the engine wrote: documented kinds, or an error message.
fn differences(
    godot: &Godot,
    ours: &mut Variant,
    written: &[u8],
) -> Result<BTreeSet<&'static str>, String> {
    if godot.generation == Generation::Godot3 && has_key(ours, has_nan) {
        return Ok(BTreeSet::from([NAN_KEYS]));
    }
    let theirs = lines::decode(written, godot.spec(), common::ENGINE);
    let (theirs, _) = theirs.expect("what the engine writes can be read");
    let mut engine = AsEngine::new(godot);
    engine.change(ours, Some(&theirs));
    if !ours.identical(&theirs) {
        return Err(format!("{ours:?}, the engine {theirs:?}"));
    }
    let again = lines::encode(ours, godot.spec()).expect("what was read");
    if again != written && !contains_node_path(ours) {
        if godot.generation == Generation::Godot4 || !has_key(ours, is_dictionary) {
            let [again, written] = [&again[..], written].map(hex::encode);
            return Err(format!("{ours:?} is {again}, the engine's {written}"));
        }
        engine.differences.insert(KEYS);
    }
    Ok(engine.differences)
}

/// Returns the first bytes of a container with this count.
fn container(godot: &Godot, kind: VariantType, count: u8) -> [u8; 8] {
    let id = kind.id(godot.generation).expect("a type of both");
    [id, 0, 0, 0, count, 0, 0, 0]
}

/// Returns the engine's answers: the bytes it wrote for each value it could read.
fn judge(godot: &Godot, test: &str, values: &[Vec<u8>]) -> Vec<Option<Vec<u8>>> {
    let scratch = Scratch::in_engine(godot, test);
    let (input, output) = (scratch.path("in"), scratch.path("out"));
    let mut frames = Vec::new();
    for value in values {
        let wrapped = [&container(godot, VariantType::Array, 1), &value[..]].concat();
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
    while let Some(([read, len @ ..], after)) = rest.split_first_chunk::<5>() {
        let (answer, after) = after.split_at(u32::from_le_bytes(*len) as usize);
        answers.push((*read == 1).then(|| answer.to_vec()));
        rest = after;
    }
    assert_eq!(answers.len(), values.len(), "the engine has answered everything");
    answers
}

/// Counts the verdicts, and collects differences without a reason.
fn compare(
    godot: &Godot,
    values: &[Vec<u8>],
    answers: Vec<Option<Vec<u8>>>,
) -> (BTreeMap<&'static str, usize>, Vec<String>) {
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut surprises = Vec::new();
    for (bytes, answer) in values.iter().zip(answers) {
        let shown = || hex::encode(bytes);
        let mut found = BTreeSet::new();
        match (lines::decode(bytes, godot.spec(), common::ENGINE), answer) {
            (Err(_), None) => drop(found.insert("both refuse")),
            (Ok((value, _)), None) => {
                surprises.push(format!("only we read {}: {value:?}", shown()));
            }
            (Err(error), Some(written)) => {
                let message = error.to_string();
                match refusal(godot, error, bytes) {
                    Refusal::Named(name) => drop(found.insert(name)),
                    Refusal::AfterNul(mut ours) => match differences(godot, &mut ours, &written) {
                        Ok(_) => drop(found.insert(AFTER_NUL)),
                        Err(why) => surprises.push(format!("{}: {message}: {why}", shown())),
                    },
                    Refusal::Unknown => {
                        surprises.push(format!("only we refuse {}: {message}", shown()));
                    }
                }
            }
            (Ok((mut ours, _)), Some(written)) => match differences(godot, &mut ours, &written) {
                Ok(differences) => {
                    found.insert("both read");
                    found.extend(differences);
                }
                Err(why) => surprises.push(format!("{}: {why}", shown())),
            },
        }
        for verdict in found {
            *verdicts.entry(verdict).or_default() += 1;
        }
    }
    (verdicts, surprises)
}

fn fresh_mutations(godot: &'static Godot) {
    with_deep_stack(move || {
        let number = |name| env::var(name).ok().and_then(|text: String| text.parse().ok());
        let count: u64 = number("MUTATIONS").unwrap_or(20_000);
        let now =
            || SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock").as_nanos() as u64;
        let seed = number("MUTATION_SEED").unwrap_or_else(now);
        println!("MUTATION_SEED={seed}");
        let mut numbers = Numbers(seed);

        let stem = godot.language();
        let mut seeds: Vec<Vec<u8>> = vectors(&format!("{stem}.jsonl")).iter().map(bytes).collect();
        let malformed = vectors(&format!("{stem}_malformed.jsonl"));
        seeds.extend(malformed.iter().filter(|row| text(row, "engine") == "ok").map(bytes));
        seeds.retain(|bytes| !bytes.is_empty() && bytes.len() <= 2048);
        let values: Vec<Vec<u8>> = (0..count).map(|_| mutate(&mut numbers, &seeds)).collect();
        let answers = judge(godot, "mutations", &values);

        let (verdicts, surprises) = compare(godot, &values, answers);
        for (verdict, count) in &verdicts {
            let reason = DIFFERENCES.iter().find(|(name, _)| name == verdict);
            println!("{count:>6} {verdict}: {}", reason.map_or("as it should be", |(_, why)| why));
        }
        let shown: Vec<_> = surprises.iter().take(20).collect();
        assert!(surprises.is_empty(), "seed {seed}: {} differ: {shown:#?}", surprises.len());
        assert!(verdicts["both read"] * 5 > values.len(), "mutations that break everything");
        assert!(verdicts["both refuse"] * 5 > values.len(), "mutations that break nothing");
    });
}

/// A Dictionary of two pairs with these keys.
fn two_keys(godot: &Godot, first: &Variant, second: &Variant) -> Vec<u8> {
    let key = |key: &Variant| lines::encode(key, godot.spec()).expect("a key");
    let mut bytes = container(godot, VariantType::Dictionary, 2).to_vec();
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
        (vec![f64::from(zero)].into(), vec![-f64::from(zero)].into()),
        (vec![Vector2::new(zero, 1.0)].into(), vec![Vector2::new(-zero, 1.0)].into()),
        (NodePath::parse("a").into(), NodePath::parse("a").into()),
        (1.into(), 1.0.into()),
        (true.into(), 1.into()),
        ("a".into(), NodePath::parse("a").into()),
    ];
    let values: Vec<_> = pairs
        .iter()
        // Godot 3 has no lists of 64-bit floats.
        .filter(|(first, _)| lines::encode(first, godot.spec()).is_ok())
        .map(|(first, second)| two_keys(godot, first, second))
        .collect();
    let answers = judge(godot, "keys", &values);
    let (_, surprises) = compare(godot, &values, answers);
    assert!(surprises.is_empty(), "{surprises:#?}");
}

needs::tests! {
    in GODOT3 GODOT36 GODOT4: fresh_mutations, keys_that_are_one_to_the_engine;
}
