//! Generated classes of flat messages in real engines: random messages of every form come back byte for byte, and what Rust refuses is refused.

use super::language;
use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::classes::Classes;
use crate::{boundaries_flat, common};
use godot_var::dialect::Generation;
use godot_var::flat::{
    Again, Encode, EnumerationLayout, Flat, FromFlatBytes, Little, NumberType, Prefix,
    RecordLayout, ToFlatBytes, TypeLayout,
};
use godot_var::{Array, Dictionary, Variant, Vector2};
use godot_var_codegen::gdscript::{self, Options};
use godot_var_codegen::{flat, protocol};

#[path = "../../../schemas/every_flat.rs"]
#[allow(dead_code, unreachable_pub, reason = "random bytes make the values")]
mod every_flat;
#[path = "../../../schemas/every_flat_godot4.rs"]
#[allow(dead_code, unreachable_pub, reason = "random bytes make the values")]
mod every_flat_godot4;

const FORMS: &str = include_str!("../../../schemas/every_flat.rs");
const BOUNDARIES: &str = include_str!("../../../schemas/boundaries_flat.rs");
const FORMS_GODOT4: &str = include_str!("../../../schemas/every_flat_godot4.rs");

/// How many random messages a type gets.
const MESSAGES: usize = 24;

/// A type of the schemas.
struct Kind {
    /// The name of its class.
    class: &'static str,
    layout: &'static TypeLayout<'static>,
    /// Reads a message and writes it again.
    again: fn(&[u8]) -> Result<Vec<u8>, String>,
    /// Whether it travels as a Variant, too.
    beside: bool,
}

/// Reads a message and writes it again.
fn again<T: ToFlatBytes + for<'a> FromFlatBytes<'a>>(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let value = T::from_flat_bytes(bytes).map_err(|error| error.to_string())?;
    value.to_flat_bytes().map_err(|error| format!("unwritable: {error}"))
}

macro_rules! kinds {
    ($($class:literal $ty:ty, $beside:literal;)*) => {
        [$(Kind {
            class: $class,
            layout: <$ty as Encode<Flat<Little>>>::LAYOUT,
            again: |bytes| {
                let value =
                    <$ty>::from_flat_bytes(bytes).map_err(|error| error.to_string())?;
                value.to_flat_bytes().map_err(|error| format!("unwritable: {error}"))
            },
            beside: $beside,
        }),*]
    };
}

fn kinds() -> Vec<Kind> {
    use every_flat::*;
    let kinds = kinds! {
        "Numbers" Numbers, false;
        "Floats" Floats, false;
        "Structures" Structures, false;
        "Texts" Texts<'_>, false;
        "Holders" Holders, false;
        "Packs" Packs, false;
        "Meanings" Meanings, false;
        "Flagged" Flagged, true;
        "Leb" Leb, false;
        "ToServer" ToServer, false;
        "Kept" Kept, false;
        "Turned" Turned, false;
        "Grown" Grown, false;
        "Player" Player, false;
        "PlayerDelta" PlayerDelta, false;
        "Both" Both, true;
        "BothDelta" BothDelta, true;
        "Packed" Packed, false;
        "PackedDelta" PackedDelta, false;
        "Uses" Uses, false;
        "TreeMessage" Tree, false;
        "Pinned" Pinned, false;
        "RoomMessage" Room, false;
        "Door" Door, false;
        "Moment" Moment, false;
        "PairU82" Pair<u8, 2>, false;
        "AllTurned" AllTurned, false;
        "Orders" Orders, false;
        "Noted" Noted, false;
    };
    kinds.into()
}

/// Numbers that look random, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, most: u64) -> u64 {
        self.next() % most
    }

    /// An int of so many bits, often a small one.
    fn int(&mut self, bits: u32) -> u64 {
        let number = self.next() >> (64 - bits);
        if self.below(2) == 0 { number } else { number >> self.below(u64::from(bits)) }
    }

    fn float(&mut self) -> f32 {
        match self.below(8) {
            0 => 0.0,
            1 => -0.0,
            2 => f32::INFINITY,
            _ => (self.int(20) as f32 - 1000.0) / 16.0,
        }
    }
}

/// What must not come back bit for bit, since an engine calculates it.
#[derive(Debug)]
enum Loose {
    /// A number that may differ by so much.
    Number { at: usize, bytes: usize, big: bool, by: u64 },
    /// A rotation, each of whose components may differ by 1.
    Rotation { at: usize, bits: u8, big: bool },
}

/// A message that is made of a layout.
struct Message<'r> {
    random: &'r mut Random,
    bytes: Vec<u8>,
    loose: Vec<Loose>,
    big: bool,
    depth: usize,
}

impl Message<'_> {
    fn put(&mut self, number: u64, bytes: usize) {
        let all = number.to_le_bytes();
        if self.big {
            self.bytes.extend(all[..bytes].iter().rev());
        } else {
            self.bytes.extend(&all[..bytes]);
        }
    }

    fn varint(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn number(&mut self, number: NumberType) {
        let bytes = number.bytes();
        let value = match number {
            NumberType::F32 => u64::from(self.random.float().to_bits()),
            NumberType::F64 => f64::from(self.random.float()).to_bits(),
            NumberType::F16 => {
                let half = self.random.int(16);
                // A NaN has no one form.
                if half & 0x7c00 == 0x7c00 { half & 0xfc00 } else { half }
            }
            NumberType::U64 => self.random.int(63),
            _ => self.random.int(8 * bytes as u32),
        };
        self.put(value, bytes);
    }

    /// Steps, which become a float of 32 bits on the way.
    fn steps(&mut self, steps: NumberType, by: u64) {
        let by = by.max(if steps == NumberType::U32 { 1 << 10 } else { 0 });
        self.loosely(steps.bytes(), by);
        let most = u64::MAX >> (64 - 8 * steps.bytes());
        // The ends of a turn are one.
        let number = self.random.next() % (most - 1 - 2 * by) + 1 + by;
        self.put(number, steps.bytes());
    }

    fn loosely(&mut self, bytes: usize, by: u64) {
        if by > 0 {
            let (at, big) = (self.bytes.len(), self.big);
            self.loose.push(Loose::Number { at, bytes, big, by });
        }
    }

    fn part(&mut self, layout: &TypeLayout<'_>, from: f32, to: f32) {
        match layout {
            TypeLayout::Number(number) => {
                let share = self.random.below(1000) as f32 / 1000.0;
                let value = from + (to - from) * share;
                match number {
                    NumberType::F16 => {
                        self.loosely(2, 2);
                        // Of these, halves have 11 bits.
                        let bits = value.to_bits();
                        let half = (bits >> 16 & 0x8000) as u64
                            | if value == 0.0 {
                                0
                            } else {
                                u64::from((bits >> 23 & 0xff) - 112) << 10
                                    | u64::from(bits >> 13 & 0x3ff)
                            };
                        self.put(half, 2);
                    }
                    _ => {
                        self.loosely(4, 64);
                        self.put(u64::from(value.to_bits()), 4);
                    }
                }
            }
            TypeLayout::Angle { steps, .. } | TypeLayout::Range { steps, .. } => {
                self.steps(*steps, 1);
            }
            other => panic!("{other:?} is not a part of a direction"),
        }
    }

    fn count(&mut self, prefix: Prefix, count: usize) {
        match prefix {
            Prefix::Varint => self.varint(count as u64),
            Prefix::Number(number) => self.put(count as u64, number.bytes()),
        }
    }

    fn text(&mut self, most: usize) -> String {
        let letters: Vec<char> = "abcXYZ 0189_.-\"\\äß€😀".chars().collect();
        let mut text = String::new();
        let wanted =
            self.random.below(if self.random.0.is_multiple_of(9) { 200 } else { 12 }) as usize;
        while text.len() + 4 <= wanted.min(most) {
            text.push(letters[self.random.below(letters.len() as u64) as usize]);
        }
        text
    }

    fn elements(&mut self, most: usize) -> usize {
        if self.depth > 3 { 0 } else { (self.random.below(4) as usize).min(most) }
    }

    fn value(&mut self, layout: &TypeLayout<'_>, most: usize) {
        self.depth += 1;
        match layout {
            TypeLayout::Unit => {}
            TypeLayout::Bool | TypeLayout::LenientBool => {
                self.bytes.push(self.random.below(2) as u8);
            }
            TypeLayout::Number(number) => self.number(*number),
            TypeLayout::NonZero(number) => {
                let value = self.random.int(8 * number.bytes() as u32) | 1;
                self.put(value, number.bytes());
            }
            TypeLayout::Varint(number) => {
                let bits = if *number == NumberType::U64 { 63 } else { 8 * number.bytes() as u32 };
                // Some are not 0 there.
                let value = self.random.int(bits).max(1);
                self.varint(value);
            }
            TypeLayout::InBits(bits, inner) => match inner {
                TypeLayout::Number(number) => {
                    let value = self.random.int(u32::from(*bits) - u32::from(number.is_signed()));
                    self.put(value, number.bytes());
                }
                inner => self.value(inner, most),
            },
            TypeLayout::Time { unit: 1_000_000_000, .. } => self.number(NumberType::F64),
            TypeLayout::Time { since_1970: true, .. } => self.number(NumberType::I64),
            TypeLayout::Time { .. } => self.number(NumberType::U64),
            TypeLayout::Char => {
                let all: Vec<char> = "aZ0ä€😀\u{10ffff}".chars().collect();
                let c = all[self.random.below(all.len() as u64) as usize];
                self.varint(u64::from(c));
            }
            TypeLayout::Range { steps, .. } | TypeLayout::Angle { steps, .. } => {
                self.steps(*steps, 0);
            }
            TypeLayout::Direction(inner) => self.part(inner, 0.5, 3.0),
            TypeLayout::Octahedron(inner) => {
                // Away from the fold, where there are two ways to write a direction.
                for _ in 0..2 {
                    match inner {
                        TypeLayout::Number(_) => self.part(inner, 0.3, 0.6),
                        TypeLayout::Range { steps, .. } => {
                            self.loosely(steps.bytes(), 1);
                            let most = u64::MAX >> (64 - 8 * steps.bytes());
                            let number = most / 3 + self.random.below(most / 4);
                            self.put(number, steps.bytes());
                        }
                        other => panic!("{other:?} is not a part of a direction"),
                    }
                }
            }
            TypeLayout::SmallestThree(bits) => {
                let (at, bits, big) = (self.bytes.len(), *bits, self.big);
                self.loose.push(Loose::Rotation { at, bits, big });
                let bytes = if bits == 10 {
                    4
                } else if bits == 15 {
                    6
                } else {
                    8
                };
                let mut number = self.random.below(4) << (8 * bytes - 2) >> (3 * bits);
                for _ in 0..3 {
                    // The other component stays the largest.
                    let middle = 1 << (bits - 1);
                    let part = middle + self.random.below(middle / 2) - middle / 4;
                    number = number << bits | part;
                }
                self.put(number, bytes);
            }
            TypeLayout::Components(_, count, inner) => {
                for _ in 0..*count {
                    self.value(inner, most);
                }
            }
            TypeLayout::Text(prefix) => {
                let most =
                    most.min(if *prefix == Prefix::Number(NumberType::U8) { 255 } else { most });
                let text = self.text(most);
                self.count(*prefix, text.len());
                self.bytes.extend(text.as_bytes());
            }
            TypeLayout::CString => {
                let text = self.text(most);
                self.bytes.extend(text.as_bytes());
                self.bytes.push(0);
            }
            TypeLayout::List(prefix, inner) => {
                let count = self.elements(most);
                self.count(*prefix, count);
                for _ in 0..count {
                    self.value(inner, usize::MAX);
                }
            }
            TypeLayout::Packed(prefix, bits, _) => {
                let (count, bits) = (self.elements(most), usize::from(*bits));
                self.count(*prefix, count);
                let of = |all, at| all | u128::from(self.random.int(bits as u32)) << (at * bits);
                let number = (0..count).fold(0_u128, of);
                self.bytes.extend(&number.to_le_bytes()[..(count * bits).div_ceil(8)]);
            }
            TypeLayout::Map(prefix, key, value) => {
                // One pair: of several, a HashMap has its own order.
                let count = self.elements(most).min(1);
                self.count(*prefix, count);
                for _ in 0..count {
                    self.value(key, usize::MAX);
                    self.value(value, usize::MAX);
                }
            }
            TypeLayout::Array(count, inner) => {
                for _ in 0..*count {
                    self.value(inner, usize::MAX);
                }
            }
            TypeLayout::Tuple(elements) => {
                for element in *elements {
                    self.value(element, usize::MAX);
                }
            }
            TypeLayout::Option(inner) => {
                let has = self.depth < 6 && self.random.below(2) == 1;
                self.bytes.push(u8::from(has));
                if has {
                    self.value(inner, most);
                }
            }
            TypeLayout::AtMost(most, inner) => self.value(inner, *most),
            TypeLayout::Bytes(_, count) => {
                for _ in 0..*count {
                    // Zeros are left out of an address.
                    let byte = self.random.int(8) * self.random.below(2);
                    self.bytes.push(byte as u8);
                }
            }
            TypeLayout::BigEndian(inner) => {
                let before = std::mem::replace(&mut self.big, true);
                self.value(inner, most);
                self.big = before;
            }
            TypeLayout::Record(record) => self.record(record),
            TypeLayout::Enumeration(enumeration) => self.enumeration(enumeration),
            TypeLayout::Recursive(Again::Compiled(_, layout)) => self.value(layout(), most),
            TypeLayout::Custom("IpAddr" | "SocketAddr") => {
                let short = self.random.below(2) == 0;
                self.bytes.push(if short { 4 } else { 6 });
                self.value(&TypeLayout::Bytes("", if short { 4 } else { 16 }), most);
                if matches!(layout, TypeLayout::Custom("SocketAddr")) {
                    self.number(NumberType::U16);
                }
            }
            other => panic!("{other:?} has no random value"),
        }
        self.depth -= 1;
    }

    fn record(&mut self, record: &RecordLayout<'_>) {
        let (mut header, mut first) = (0_u64, 0);
        for field in record.fields.iter().filter(|field| field.bits > 0) {
            let value = match field.layout {
                TypeLayout::Enumeration(enumeration) => {
                    let at = self.random.below(enumeration.members.len() as u64);
                    enumeration.members[at as usize].id
                }
                _ => self.random.int(field.bits.into()),
            };
            header |= value << first;
            first += field.bits;
        }
        let bytes = usize::from(record.header_bits).div_ceil(8);
        self.bytes.extend(&header.to_le_bytes()[..bytes]);
        for field in record.fields {
            let bits = header;
            if field.bits > 0 {
                header >>= field.bits;
            }
            match field.layout {
                TypeLayout::Option(inner) if field.bits > 0 => {
                    if bits & 1 == 1 {
                        self.value(inner, usize::MAX);
                    }
                }
                _ if field.bits > 0 => {}
                layout => self.value(layout, usize::MAX),
            }
        }
    }

    fn enumeration(&mut self, enumeration: &EnumerationLayout<'_>) {
        let members = enumeration.members.len() as u64;
        let is_kept = matches!(enumeration.name, "Wide" | "Kept");
        let at = self.random.below(members + u64::from(is_kept)) as usize;
        let id = enumeration.members.get(at).map_or(200, |member| member.id);
        self.count(enumeration.number, id as usize);
        match (enumeration.members.get(at), enumeration.other) {
            (Some(member), _) => self.record(member.record),
            (None, Some(other)) if other.rest => self.bytes.extend(b"rest"),
            (None, _) => {}
        }
    }
}

/// Whether bytes are those that were expected, as far as these are known.
fn is_same(expected: &[u8], loose: &[Loose], found: &[u8]) -> bool {
    let mut rest = found.to_vec();
    if rest.len() != expected.len() {
        return false;
    }
    let number = |bytes: &[u8], at: usize, len: usize, big: bool| {
        let part = bytes[at..at + len].iter();
        let join = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        if big { part.fold(0, join) } else { part.rev().fold(0, join) }
    };
    for part in loose {
        let (at, len) = match *part {
            Loose::Number { at, bytes, big, by } => {
                let pair = [expected, found].map(|bytes_of| number(bytes_of, at, bytes, big));
                if pair[0].abs_diff(pair[1]) > by {
                    return false;
                }
                (at, bytes)
            }
            Loose::Rotation { at, bits, big } => {
                let len = if bits == 10 {
                    4
                } else if bits == 15 {
                    6
                } else {
                    8
                };
                let pair = [expected, found].map(|bytes| number(bytes, at, len, big));
                for place in 0..3 {
                    let parts = pair.map(|number| number >> (place * bits) & ((1 << bits) - 1));
                    if parts[0].abs_diff(parts[1]) > 1 {
                        return false;
                    }
                }
                if pair[0] >> (3 * bits) != pair[1] >> (3 * bits) {
                    return false;
                }
                (at, len)
            }
        };
        rest[at..at + len].copy_from_slice(&expected[at..at + len]);
    }
    rest == expected
}

/// What the classes of a message do with bytes.
struct Case {
    class: &'static str,
    beside: bool,
    bytes: Vec<u8>,
    /// What must come back; `None` where only the verdict counts.
    loose: Option<Vec<Loose>>,
    /// What Rust says.
    verdict: Result<(), String>,
}

/// The script of a schema.
pub(super) fn script(schema: &str, text: &str, engine: gdscript::Engine) -> String {
    let protocol =
        protocol::parse_text(schema, text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let flat = flat::parse_text(schema, text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let script = gdscript::generate_all(&protocol, &flat, &Options::new(engine))
        .unwrap_or_else(|errors| panic!("{errors:#?}"));
    let again = gdscript::generate_all(&protocol, &flat, &Options::new(engine));
    assert_eq!(Ok(&script), again.as_ref(), "the same schema gives the same bytes");
    script
}

/// Runs cases through the classes of a schema; returns what came back: bytes, or a refusal.
fn answers(
    godot: &'static Godot,
    test: &str,
    script: &str,
    cases: &[Case],
) -> Vec<Result<Vec<u8>, String>> {
    let classes = Classes { root: ".", program: "flat.gd", script, complains: false };
    let call = |case: &Case| {
        Variant::from(vec![
            Variant::from(case.class),
            case.beside.into(),
            case.bytes.clone().into(),
        ])
    };
    classes.answers(godot, test, cases.iter().map(call))
}

/// Compares what came back with Rust.
fn compare(cases: &[Case], answers: &[Result<Vec<u8>, String>]) {
    let mut wrong = Vec::new();
    for (case, answer) in cases.iter().zip(answers) {
        let what = || format!("{}: {}", case.class, hex::encode(&case.bytes));
        match (answer, &case.verdict) {
            (Ok(found), Ok(())) => {
                if let Some(loose) = &case.loose
                    && !is_same(&case.bytes, loose, found)
                {
                    wrong.push(format!("{}\n  comes back as {}", what(), hex::encode(found)));
                }
            }
            // It stands for numbers that are not known.
            (Err(reason), Err(error))
                if reason == "unwritable" && error.starts_with("unwritable") => {}
            (Err(reason), Err(_)) => {
                let is_named = reason.starts_with(case.class) && reason.contains(" at byte ");
                if !is_named {
                    wrong.push(format!("{}\n  names no place: {reason}", what()));
                }
            }
            // What no String of an engine holds.
            (Err(reason), Ok(()))
                if reason.contains("without U+0000") || reason.contains("a String holds") => {}
            (Err(reason), Ok(())) => wrong.push(format!("{}\n  is refused: {reason}", what())),
            // The range of a time is not that of its number.
            (Ok(_), Err(error)) if error.contains("no time that this type holds") => {}
            (Ok(_), Err(error)) => wrong.push(format!("{}\n  is taken; Rust: {error}", what())),
        }
    }
    let count = wrong.len();
    wrong.truncate(40);
    assert!(wrong.is_empty(), "{count} of {}:\n{}", cases.len(), wrong.join("\n"));
}

/// Messages of every form, their beginnings, and copies with one other byte.
fn cases(kinds: &[Kind]) -> Vec<Case> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut cases = Vec::new();
    for kind in kinds {
        let Kind { class, beside, .. } = *kind;
        let mut round = 0;
        while round < MESSAGES {
            let mut message = Message {
                random: &mut random,
                bytes: Vec::new(),
                loose: Vec::new(),
                big: false,
                depth: 0,
            };
            message.value(kind.layout, usize::MAX);
            let Message { bytes, loose, .. } = message;
            let verdict = (kind.again)(&bytes).map(drop);
            // A number that is no time.
            if verdict.as_ref().is_err_and(|error| error.contains("no time")) {
                continue;
            }
            assert_eq!(verdict, Ok(()), "{class}: {}", hex::encode(&bytes));
            round += 1;
            let judged = |bytes: Vec<u8>| {
                let verdict = (kind.again)(&bytes).map(drop);
                // The engine complains of other texts by itself.
                let is_silent = !verdict.as_ref().is_err_and(|error| error.contains("UTF-8"));
                is_silent.then_some(Case { class, beside, bytes, loose: None, verdict })
            };
            if round < 7 {
                for cut in 0..bytes.len() {
                    cases.extend(judged(bytes[..cut].to_vec()));
                }
                cases.extend(judged([&bytes[..], &[0]].concat()));
            }
            for _ in 0..8 {
                if bytes.is_empty() {
                    break;
                }
                let mut other = bytes.clone();
                let at = random.below(bytes.len() as u64) as usize;
                other[at] ^= 1 << random.below(8);
                cases.extend(judged(other));
            }
            cases.push(Case { class, beside, bytes, loose: Some(loose), verdict });
        }
    }
    cases
}

fn every_form_comes_back(godot: &'static Godot) {
    let cases = cases(&kinds());
    let script = script("every_flat.rs", FORMS, language(godot));
    compare(&cases, &answers(godot, "flat-forms", &script, &cases));
}

fn what_only_godot_4_has_comes_back(godot: &'static Godot) {
    use every_flat_godot4::{Entry, Structures4, Variants};
    let mut cases = cases(&kinds! { "Structures4" Structures4, false; });
    for name in ["", "Ann"] {
        let dictionary = Dictionary::from_iter([("a", Variant::from(1)), ("b", name.into())]);
        let value = Variants {
            any: if name.is_empty() { Variant::Nil } else { 7.into() },
            dictionary,
            array: Array { elements: vec![true.into()], ..Array::default() },
            entry: Entry { name: name.to_owned() },
            places: vec![Vector2::new(1.0, 2.0)],
        };
        let bytes = value.to_flat_bytes().expect("encodes");
        for cut in 0..bytes.len() {
            let (bytes, class) = (bytes[..cut].to_vec(), "Variants");
            let verdict = again::<Variants>(&bytes).map(drop);
            cases.push(Case { class, beside: false, bytes, loose: None, verdict });
        }
        // The first Variant ends before its length.
        let first = 4 + usize::from(bytes[0]);
        let longer =
            [&[bytes[0] + 4, 0, 0, 0], &bytes[4..first], &[0; 4], &bytes[first..]].concat();
        cases.push(case("Variants", longer, again::<Variants>));
        let (class, verdict) = ("Variants", Ok(()));
        cases.push(Case { class, beside: false, bytes, loose: Some(Vec::new()), verdict });
    }
    let script = script("every_flat_godot4.rs", FORMS_GODOT4, language(godot));
    compare(&cases, &answers(godot, "flat-forms-4", &script, &cases));
}

/// A message that an engine wrote, or one at a boundary, whose bytes must come back if it is taken.
fn case(class: &'static str, bytes: Vec<u8>, again: fn(&[u8]) -> Result<Vec<u8>, String>) -> Case {
    let verdict = again(&bytes).map(drop);
    Case { class, beside: false, bytes, loose: Some(Vec::new()), verdict }
}

fn boundaries_are_those_of_rust(godot: &'static Godot) {
    use boundaries_flat::schema::*;
    let mut cases = Vec::new();
    macro_rules! add {
        ($(
            $name:ident =>
                [$($taken:literal),*] [$($refused:literal $kind:ident),*] [$($value:expr => $unwritten:ident),*];
        )*) => {
            $(for hex in [$($taken,)* $($refused),*] {
                let bytes = hex::decode(hex.replace(' ', "")).expect("hex digits");
                cases.push(case(stringify!($name), bytes, again::<$name>));
            })*
        };
    }
    boundaries_flat::rows!(add);
    // The engine complains of other texts by itself.
    cases.retain(|case| !case.verdict.as_ref().is_err_and(|error| error.contains("UTF-8")));
    assert!(cases.len() > 200, "{}", cases.len());
    let script = script("boundaries_flat.rs", BOUNDARIES, language(godot));
    compare(&cases, &answers(godot, "flat-boundaries", &script, &cases));
}

fn bytes_of_the_engine_come_back(godot: &'static Godot) {
    use boundaries_flat::schema::*;
    use every_flat_godot4::{Anything, AnythingTurned};
    let (mut cases, mut values) = (Vec::new(), Vec::new());
    let file = match godot.generation {
        Generation::Godot3 => "stream3.jsonl",
        Generation::Godot4 => "stream4.jsonl",
    };
    for vector in common::vectors(file) {
        let is_big = vector["big_endian"] == true;
        macro_rules! in_order {
            ($list:ident: $little:ident $big:ident) => {{
                let bytes = common::bytes(&vector);
                $list.push(if is_big {
                    case(stringify!($big), bytes, again::<$big>)
                } else {
                    case(stringify!($little), bytes, again::<$little>)
                });
            }};
        }
        match common::text(&vector, "call") {
            "put_8" => in_order!(cases: OfI8 BigI8),
            "put_u8" => in_order!(cases: OfU8 BigU8),
            "put_16" => in_order!(cases: OfI16 BigI16),
            "put_u16" => in_order!(cases: OfU16 BigU16),
            "put_32" => in_order!(cases: OfI32 BigI32),
            "put_u32" => in_order!(cases: OfU32 BigU32),
            "put_64" => in_order!(cases: OfI64 BigI64),
            "put_u64" => in_order!(cases: OfU64 BigU64),
            "put_float" => in_order!(cases: OfF32 BigF32),
            "put_double" => in_order!(cases: OfF64 BigF64),
            "put_half" | "encode_half" => {
                in_order!(cases: OfHalfF64 BigHalfF64);
                // Of a NaN only that it is one.
                if common::float(&vector, "back_f64").is_nan() {
                    cases.last_mut().expect("a case").loose = None;
                }
            }
            "put_utf8_string" | "put_string" => in_order!(cases: OfText32 BigText32),
            "put_var" if godot.generation == Generation::Godot4 => {
                in_order!(values: Anything AnythingTurned);
            }
            _ => {}
        }
    }
    assert!(cases.len() > 80, "{}", cases.len());
    let script_of = |name, text| script(name, text, language(godot));
    let script = script_of("boundaries_flat.rs", BOUNDARIES);
    compare(&cases, &answers(godot, "flat-vectors", &script, &cases));
    if godot.generation == Generation::Godot4 {
        assert!(values.len() > 15, "{}", values.len());
        let script = script_of("every_flat_godot4.rs", FORMS_GODOT4);
        compare(&values, &answers(godot, "flat-vectors-4", &script, &values));
    }
}

fn refusals_name_the_field(godot: &'static Godot) {
    let script = script("every_flat.rs", FORMS, language(godot));
    let case = |class: &'static str, bytes: &[u8]| Case {
        class,
        beside: false,
        bytes: bytes.to_vec(),
        loose: None,
        verdict: Err(String::new()),
    };
    let expected = [
        (case("Moment", &[5, 0, 0]), "Moment.share at byte 3: the message ends here"),
        (
            case("Moment", &[0x80, 0, 0, 0, 0, 0]),
            "Moment.tick at byte 0: expected a number in as few bytes as it needs",
        ),
        (case("Pinned", &[1, 2]), "Pinned[1] at byte 1: expected a bool, 0 or 1, got 2"),
        (
            case("Pinned", &[1, 1, 1]),
            "Pinned at byte 2: expected the end of the message, got 1 more bytes",
        ),
        (
            case("TreeMessage", &[0, 2, 0, 0, 0, 0, 1, 0, 9]),
            "TreeMessage.children[1].children at byte 7: expected 1 elements or bytes, got a message that ends 2 bytes later",
        ),
        (
            // 1,048,577 elements.
            case("Packs", &[0x81, 0x80, 0x40]),
            "Packs.a at byte 3: expected at most 1048576 elements or bytes, got 1048577",
        ),
        (case("ToServer", &[9]), "ToServer at byte 0: expected a variant of ToServer, got 9"),
        (
            case("ToServer", &[1, 33]),
            "ToServer.JOIN.name at byte 2: expected at most 32 elements or bytes, got 33",
        ),
        (case("Leb", &[0x80, 0x01, 1, 7]), "Leb.LONG[1] at byte 3: expected a bool, 0 or 1, got 7"),
    ];
    let (cases, texts): (Vec<_>, Vec<_>) = expected.into_iter().unzip();
    let found = answers(godot, "flat-refusals", &script, &cases);
    for ((case, text), found) in cases.iter().zip(texts).zip(found) {
        assert_eq!(found, Err(text.to_owned()), "{}: {}", case.class, hex::encode(&case.bytes));
    }
}

/// A few bytes do not make many elements that take none.
fn elements_without_bytes_are_few(godot: &'static Godot) {
    const SCHEMA: &str = "use godot_var::*;
#[derive(GodotFlat)] pub struct Outer { pub rows: Vec<Inner> }
#[derive(GodotFlat)] pub struct Inner { pub b: Vec<Empty> }
#[derive(GodotFlat)] pub struct Empty {}
";
    let script = script("empty.rs", SCHEMA, language(godot));
    // One row of 65,536 elements and 32 for each byte, and of one more.
    let cases = [[1, 0x80, 0x81, 0x04], [1, 0x81, 0x81, 0x04]].map(|bytes| Case {
        class: "Outer",
        beside: false,
        bytes: bytes.to_vec(),
        loose: None,
        verdict: Err(String::new()),
    });
    let refusal = "Outer.rows[0].b at byte 4: expected at most 65664 elements or bytes, got 65665";
    let found = answers(godot, "flat-empty", &script, &cases);
    assert_eq!(found, [Ok(cases[0].bytes.clone()), Err(refusal.to_owned())]);
}

/// Scripts for a project in which every warning is an error.
pub(super) fn scripts(godot: &Godot) -> Vec<(&'static str, String)> {
    let engine = language(godot);
    let mut scripts = vec![("every_flat", script("every_flat.rs", FORMS, engine))];
    let worlds = [("world", super::snapshots::WORLD), ("other_worlds", super::snapshots::OTHERS)];
    scripts.extend(worlds.map(|(name, (schema, text))| (name, script(schema, text, engine))));
    if godot.generation == Generation::Godot4 {
        scripts.push(("every_flat4", script("every_flat_godot4.rs", FORMS_GODOT4, engine)));
    }
    scripts
}

needs::tests! {
    in GODOT3 GODOT36 GODOT4: every_form_comes_back, boundaries_are_those_of_rust, bytes_of_the_engine_come_back, refusals_name_the_field, elements_without_bytes_are_few;
    in GODOT4: what_only_godot_4_has_comes_back;
}
