//! What servers send all the time: lists of records with options, enums and ints, batches of messages, maps, texts,
//! and Dictionaries whose keys stand in another order than the fields.

use std::collections::HashMap;

use godot_var::math::Quaternion;
use godot_var::{Dictionary, FromVariantBytes, Godot4, GodotFlat, GodotVar, Variant, Vector3};
use serde::{Deserialize, Serialize};

use super::{Case, bytes, decode, decode_in_place, encode_slice, encode_vec};

/// What a unit is doing.
#[derive(Clone, Copy, Debug, PartialEq, GodotVar, GodotFlat)]
#[godot_var(repr = "int")]
pub(crate) enum Stance {
    Idle,
    Guard,
    March,
    Siege = 7,
}

/// I: an element of a snapshot.
#[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
pub(crate) struct Unit {
    #[flat(varint)]
    pub(crate) id: u32,
    pub(crate) stance: Stance,
    pub(crate) pos: Vector3,
    pub(crate) facing: Quaternion,
    #[flat(varint)]
    pub(crate) target: Option<i32>,
}

/// How rare a thing is.
#[derive(Clone, Copy, Debug, PartialEq, GodotVar, GodotFlat)]
#[godot_var(repr = "int")]
pub(crate) enum Rarity {
    Common = 1,
    Rare,
    Epic,
}

/// J: an element with numbers of two widths, and more than one option.
#[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
pub(crate) struct Loot {
    #[flat(varint)]
    pub(crate) item: u64,
    pub(crate) rarity: Rarity,
    #[flat(varint)]
    pub(crate) amount: u16,
    #[flat(varint)]
    pub(crate) owner: Option<u32>,
    pub(crate) glow: Option<f32>,
    pub(crate) at: Vector3,
    #[flat(varint)]
    pub(crate) expires: i64,
    pub(crate) weight: f64,
}

/// K: an element with a text.
#[derive(
    Clone,
    Debug,
    PartialEq,
    GodotVar,
    GodotFlat,
    Serialize,
    Deserialize,
    bitcode::Encode,
    bitcode::Decode,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
pub(crate) struct Score {
    pub(crate) player: String,
    #[flat(varint)]
    pub(crate) points: i64,
}

/// L: a batch of messages.
#[derive(Clone, Debug, PartialEq, GodotVar, GodotFlat)]
#[godot_var(array, id)]
pub(crate) enum Order {
    #[godot_var(id = 1)]
    Halt {
        #[flat(varint)]
        unit: u32,
    },
    #[godot_var(id = 2)]
    March {
        #[flat(varint)]
        unit: u32,
        to: Vector3,
    },
    #[godot_var(id = 3)]
    Attack {
        #[flat(varint)]
        unit: u32,
        #[flat(varint)]
        target: u32,
        force: f32,
    },
    #[godot_var(id = 4)]
    Follow {
        #[flat(varint)]
        unit: u32,
        #[flat(varint)]
        leader: u32,
    },
    #[godot_var(id = 5)]
    Build {
        #[flat(varint)]
        unit: u32,
        #[flat(varint)]
        plan: u16,
        at: Vector3,
    },
    #[godot_var(id = 6)]
    Rename {
        #[flat(varint)]
        unit: u32,
        name: String,
    },
    #[godot_var(id = 7)]
    Stance {
        #[flat(varint)]
        unit: u32,
        stance: Stance,
    },
    #[godot_var(id = 8)]
    Retreat,
}

/// M: what a map leads to.
#[derive(
    Clone,
    Debug,
    PartialEq,
    GodotVar,
    GodotFlat,
    Serialize,
    Deserialize,
    bitcode::Encode,
    bitcode::Decode,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
pub(crate) struct Guild {
    #[flat(varint)]
    pub(crate) level: u16,
    pub(crate) members: Vec<String>,
}

/// M: the whole.
pub(crate) type Guilds = HashMap<String, Guild>;

/// N: a record of a text.
#[derive(
    Clone,
    Debug,
    PartialEq,
    GodotVar,
    GodotFlat,
    Serialize,
    Deserialize,
    bitcode::Encode,
    bitcode::Decode,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
pub(crate) struct Line {
    #[flat(varint)]
    pub(crate) from: u32,
    pub(crate) text: String,
}

/// N, borrowing its text.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub(crate) struct LineView<'a> {
    pub(crate) from: u32,
    pub(crate) text: &'a str,
}

/// Texts, each with a name that rows have: a name in ASCII, and of some hundred bytes in ASCII,
/// Cyrillic, and letters with emoji among them.
pub(crate) const TEXTS: [(&str, &str); 4] = [
    ("short-ascii", "Ann of Delft"),
    (
        "long-ascii",
        "The ferry to the northern isles leaves at first light, whatever the weather; whoever is late waits a \
         week. Bring dry wood, salt, and the two lanterns that hang beside the door of the old mill. The ferryman \
         takes no coin that was minted before the war, and no passenger who asks him about his brother.",
    ),
    (
        "cyrillic",
        "Паром на северные острова уходит с первым светом, какая бы ни была погода; кто опоздал, тот ждёт неделю. \
         Возьмите сухих дров, соли и два фонаря, что висят у двери старой мельницы.",
    ),
    (
        "emoji",
        "gg 🎉🎉 wp! who wants to run the ⛰️ raid tonight 🗡️🛡️? we need 2 healers ❤️‍🩹 and a tank 🐢, loot is shared \
         💰💰💰 \u{2014} start 20:00 🕗, no drama please 🙏😅",
    ),
];

pub(crate) fn stance(i: u32) -> Stance {
    match i % 5 {
        0 => Stance::Idle,
        1 | 2 => Stance::March,
        3 => Stance::Guard,
        _ => Stance::Siege,
    }
}

pub(crate) fn units() -> Vec<Unit> {
    let unit = |i: u32| Unit {
        id: 40_000 + i * 3,
        stance: stance(i),
        pos: Vector3::new(i as f32 * 2.5, 0.5, -3.25),
        facing: Quaternion::new(0.0, 0.6, 0.0, 0.8),
        target: (!i.is_multiple_of(3)).then_some(i as i32 - 50),
    };
    (0..100).map(unit).collect()
}

pub(crate) fn loot() -> Vec<Loot> {
    let thing = |i: u32| Loot {
        item: if i % 4 == 1 { 76_561_198_000_000_000 + u64::from(i) } else { u64::from(i) * 11 },
        rarity: [Rarity::Common, Rarity::Common, Rarity::Rare, Rarity::Epic][i as usize % 4],
        amount: 1 + i as u16 % 7,
        owner: i.is_multiple_of(2).then_some(3_000_000_000 + i),
        glow: (i % 5 == 2).then_some(0.25),
        at: Vector3::new(-1.5, i as f32, 12.0),
        expires: 1_754_000_000_000 + i64::from(i),
        weight: if i.is_multiple_of(3) { 0.5 } else { 0.1 * f64::from(i) },
    };
    (0..100).map(thing).collect()
}

const NAMES: [&str; 7] =
    ["Ann of Delft", "Bo", "Grażyna", "the_miller_87", "Ishaan", "Old Nick the Ferryman", "zzz"];

pub(crate) fn scores() -> Vec<Score> {
    let score = |i: usize| Score {
        player: NAMES[i % NAMES.len()].into(),
        points: if i.is_multiple_of(6) { 5_000_000_000 + i as i64 } else { i as i64 * 120 },
    };
    (0..100).map(score).collect()
}

/// Messages in an order that repeats nothing.
pub(crate) fn orders() -> Vec<Order> {
    let mut random = 7_u32;
    let mut order = |i: u32| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let unit = 40_000 + i * 3;
        match (random >> 20) % 8 {
            0 => Order::Halt { unit },
            1 => Order::March { unit, to: Vector3::new(i as f32, 0.5, -3.25) },
            2 => Order::Attack { unit, target: unit + 11, force: 0.75 },
            3 => Order::Follow { unit, leader: unit - 5 },
            4 => Order::Build { unit, plan: i as u16 % 20, at: Vector3::new(8.0, 0.0, i as f32) },
            5 => Order::Rename { unit, name: NAMES[i as usize % NAMES.len()].into() },
            6 => Order::Stance { unit, stance: stance(i) },
            _ => Order::Retreat,
        }
    };
    (0..200).map(&mut order).collect()
}

pub(crate) fn guilds() -> Guilds {
    let guild = |i: usize| {
        let members = (0..3 + i % 4).map(|member| NAMES[(i + member) % NAMES.len()].into());
        (format!("guild of {i}"), Guild { level: 3 + i as u16, members: members.collect() })
    };
    (0..30).map(guild).collect()
}

pub(crate) fn line(text: &str) -> Line {
    Line { from: 40_000, text: text.into() }
}

/// The same value with its Dictionaries changed.
fn reordered(value: &mut Variant, change: &dyn Fn(&mut Dictionary)) {
    match value {
        Variant::Array(array) => {
            array.elements.iter_mut().for_each(|element| reordered(element, change));
        }
        Variant::Dictionary(dictionary) => change(dictionary),
        _ => {}
    }
}

fn with_keys(bytes: &[u8], change: impl Fn(&mut Dictionary)) -> Vec<u8> {
    let mut value = Variant::from_variant_bytes::<Godot4>(bytes).expect("decodes");
    reordered(&mut value, &change);
    super::bytes::<Godot4, _>(&value)
}

/// Keys by the alphabet.
fn alphabetical(dictionary: &mut Dictionary) {
    dictionary.entries.sort_by_key(|(key, _)| match key {
        Variant::String(key) => key.clone(),
        _ => String::new(),
    });
}

/// Every operation on these.
pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut case = |name, bytes: &Vec<u8>, run| {
        cases.push(Case { name, bytes: bytes.clone(), run });
    };
    macro_rules! four {
        ($name:literal, $value:expr, $type:ty) => {
            let encoded = bytes::<Godot4, _>(&$value);
            case(concat!($name, "/encode-vec"), &encoded, encode_vec::<Godot4, _>($value));
            case(concat!($name, "/encode-slice"), &encoded, encode_slice::<Godot4, _>($value));
            case(concat!($name, "/decode"), &encoded, decode::<Godot4, $type>(&encoded));
            case(concat!($name, "/decode-in-place"), &encoded, decode_in_place::<$type>(&encoded));
        };
    }
    four!("I", units(), Vec<Unit>);
    four!("J", loot(), Vec<Loot>);
    four!("K", scores(), Vec<Score>);
    four!("L", orders(), Vec<Order>);
    four!("M", guilds(), Guilds);

    let i = bytes::<Godot4, _>(&units());
    let sorted = with_keys(&i, alphabetical);
    case("I-alphabetical/decode", &sorted, decode::<Godot4, Vec<Unit>>(&sorted));
    let reversed = with_keys(&i, |d| d.entries.reverse());
    case("I-reversed/decode", &reversed, decode::<Godot4, Vec<Unit>>(&reversed));
    let j = bytes::<Godot4, _>(&loot());
    let sorted = with_keys(&j, alphabetical);
    case("J-alphabetical/decode", &sorted, decode::<Godot4, Vec<Loot>>(&sorted));
    let one = bytes::<Godot4, _>(&units()[1]);
    case("I-one/decode", &one, decode::<Godot4, Unit>(&one));
    let sorted = with_keys(&one, alphabetical);
    case("I-one-alphabetical/decode", &sorted, decode::<Godot4, Unit>(&sorted));
    let one = bytes::<Godot4, _>(&loot()[1]);
    case("J-one/decode", &one, decode::<Godot4, Loot>(&one));
    let sorted = with_keys(&one, alphabetical);
    case("J-one-alphabetical/decode", &sorted, decode::<Godot4, Loot>(&sorted));

    macro_rules! text {
        ($index:literal, $encode:literal, $decode:literal, $borrowed:literal) => {
            let line = line(TEXTS[$index].1);
            let encoded = bytes::<Godot4, _>(&line);
            case($encode, &encoded, encode_slice::<Godot4, _>(line));
            case($decode, &encoded, decode::<Godot4, Line>(&encoded));
            case($borrowed, &encoded, decode_line_view(&encoded));
        };
    }
    text!(0, "N-short-ascii/encode-slice", "N-short-ascii/decode", "N-short-ascii-borrowed/decode");
    text!(1, "N-long-ascii/encode-slice", "N-long-ascii/decode", "N-long-ascii-borrowed/decode");
    text!(2, "N-cyrillic/encode-slice", "N-cyrillic/decode", "N-cyrillic-borrowed/decode");
    text!(3, "N-emoji/encode-slice", "N-emoji/decode", "N-emoji-borrowed/decode");
    cases
}

fn decode_line_view(bytes: &[u8]) -> super::Run {
    let mut source = super::Placed::new(bytes);
    Box::new(move |times, place| {
        let source = &*source.at(place);
        for _ in 0..times {
            let value = LineView::from_variant_bytes::<Godot4>(std::hint::black_box(source));
            std::hint::black_box(&value);
        }
    })
}
