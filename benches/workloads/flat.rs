//! The messages of other rows as flat messages, and a player's state in few bytes.

use std::hint::black_box;

use godot_var::{FromFlatBytes, GodotFlat, ToFlatBytes, Vector3};

use std::collections::HashMap;

use godot_var::math::Quaternion;

use super::lists::{
    Guild, Guilds, Loot, Order, Rarity, Score, Stance, Unit, guilds, loot, orders, scores, units,
};
use super::{Case, Placed, PlayerState, Run, Snapshot, player, snapshot};

/// A with its numbers by their bytes, as GDScript's `encode_*` writes them.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
pub(crate) struct FixedPlayer {
    pub(crate) id: u32,
    pub(crate) pos: Vector3,
    pub(crate) vel: Vector3,
    pub(crate) yaw: f32,
    pub(crate) health: i32,
    pub(crate) grounded: bool,
}

/// A with ints of as many bits as they need, in a header: no longer than with varints, and of one length.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(flags)]
pub(crate) struct PackedPlayer {
    #[flat(bits = 16)]
    id: u32,
    pos: Vector3,
    vel: Vector3,
    yaw: f32,
    #[flat(bits = 15)]
    health: i32,
    grounded: bool,
}

/// A in few bytes: a header, halves, an angle, a range.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(flags)]
pub(crate) struct SmallPlayer {
    #[flat(varint)]
    pub(crate) id: u32,
    #[flat(as = f16)]
    pub(crate) pos: Vector3,
    #[flat(range = -32.0..=32.0, as = u16)]
    pub(crate) vel: Vector3,
    #[flat(angle, as = u16)]
    pub(crate) yaw: f32,
    #[flat(bits = 7)]
    pub(crate) health: u8,
    pub(crate) grounded: bool,
}

/// C with numbers by their bytes.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct FixedSnapshot {
    tick: u64,
    players: Vec<FixedPlayer>,
}

/// C with ints in headers.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct PackedSnapshot {
    tick: u64,
    players: Vec<PackedPlayer>,
}

/// I with numbers by their bytes.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct FixedUnit {
    id: u32,
    stance: Stance,
    pos: Vector3,
    facing: Quaternion,
    target: Option<i32>,
}

impl From<Unit> for FixedUnit {
    fn from(unit: Unit) -> Self {
        let Unit { id, stance, pos, facing, target } = unit;
        Self { id, stance, pos, facing, target }
    }
}

/// I with ints in a header.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(flags)]
struct PackedUnit {
    #[flat(bits = 20)]
    id: u32,
    #[flat(bits = 3)]
    stance: Stance,
    pos: Vector3,
    facing: Quaternion,
    target: Option<i32>,
}

impl From<Unit> for PackedUnit {
    fn from(unit: Unit) -> Self {
        let Unit { id, stance, pos, facing, target } = unit;
        Self { id, stance, pos, facing, target }
    }
}

/// J with numbers by their bytes.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct FixedLoot {
    item: u64,
    rarity: Rarity,
    amount: u16,
    owner: Option<u32>,
    glow: Option<f32>,
    at: Vector3,
    expires: i64,
    weight: f64,
}

impl From<Loot> for FixedLoot {
    fn from(loot: Loot) -> Self {
        let Loot { item, rarity, amount, owner, glow, at, expires, weight } = loot;
        Self { item, rarity, amount, owner, glow, at, expires, weight }
    }
}

/// J with ints in two headers.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(flags)]
struct PackedLoot {
    #[flat(bits = 57)]
    item: u64,
    #[flat(bits = 2)]
    rarity: Rarity,
    #[flat(bits = 3)]
    amount: u16,
    owner: Option<u32>,
    glow: Option<f32>,
    at: Vector3,
    expires: Until,
    weight: f64,
}

/// A time in milliseconds, in six bytes.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(flags)]
struct Until {
    #[flat(bits = 48)]
    time: i64,
}

impl From<Loot> for PackedLoot {
    fn from(loot: Loot) -> Self {
        let Loot { item, rarity, amount, owner, glow, at, expires, weight } = loot;
        let expires = Until { time: expires };
        Self { item, rarity, amount, owner, glow, at, expires, weight }
    }
}

/// K with numbers by their bytes.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct FixedScore {
    player: String,
    points: i64,
}

impl From<Score> for FixedScore {
    fn from(score: Score) -> Self {
        Self { player: score.player, points: score.points }
    }
}

/// L with numbers by their bytes.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
enum FixedOrder {
    #[flat(id = 1)]
    Halt { unit: u32 },
    #[flat(id = 2)]
    March { unit: u32, to: Vector3 },
    #[flat(id = 3)]
    Attack { unit: u32, target: u32, force: f32 },
    #[flat(id = 4)]
    Follow { unit: u32, leader: u32 },
    #[flat(id = 5)]
    Build { unit: u32, plan: u16, at: Vector3 },
    #[flat(id = 6)]
    Rename { unit: u32, name: String },
    #[flat(id = 7)]
    Stance { unit: u32, stance: Stance },
    #[flat(id = 8)]
    Retreat,
}

impl From<Order> for FixedOrder {
    fn from(order: Order) -> Self {
        match order {
            Order::Halt { unit } => Self::Halt { unit },
            Order::March { unit, to } => Self::March { unit, to },
            Order::Attack { unit, target, force } => Self::Attack { unit, target, force },
            Order::Follow { unit, leader } => Self::Follow { unit, leader },
            Order::Build { unit, plan, at } => Self::Build { unit, plan, at },
            Order::Rename { unit, name } => Self::Rename { unit, name },
            Order::Stance { unit, stance } => Self::Stance { unit, stance },
            Order::Retreat => Self::Retreat,
        }
    }
}

/// L with ints in headers.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
enum PackedOrder {
    #[flat(id = 1, flags)]
    Halt {
        #[flat(bits = 16)]
        unit: u32,
    },
    #[flat(id = 2, flags)]
    March {
        #[flat(bits = 16)]
        unit: u32,
        to: Vector3,
    },
    #[flat(id = 3, flags)]
    Attack {
        #[flat(bits = 16)]
        unit: u32,
        #[flat(bits = 16)]
        target: u32,
        force: f32,
    },
    #[flat(id = 4, flags)]
    Follow {
        #[flat(bits = 16)]
        unit: u32,
        #[flat(bits = 16)]
        leader: u32,
    },
    #[flat(id = 5, flags)]
    Build {
        #[flat(bits = 16)]
        unit: u32,
        #[flat(bits = 8)]
        plan: u16,
        at: Vector3,
    },
    #[flat(id = 6, flags)]
    Rename {
        #[flat(bits = 16)]
        unit: u32,
        name: String,
    },
    #[flat(id = 7, flags)]
    Stance {
        #[flat(bits = 16)]
        unit: u32,
        #[flat(bits = 3)]
        stance: Stance,
    },
    #[flat(id = 8)]
    Retreat,
}

impl From<Order> for PackedOrder {
    fn from(order: Order) -> Self {
        match order {
            Order::Halt { unit } => Self::Halt { unit },
            Order::March { unit, to } => Self::March { unit, to },
            Order::Attack { unit, target, force } => Self::Attack { unit, target, force },
            Order::Follow { unit, leader } => Self::Follow { unit, leader },
            Order::Build { unit, plan, at } => Self::Build { unit, plan, at },
            Order::Rename { unit, name } => Self::Rename { unit, name },
            Order::Stance { unit, stance } => Self::Stance { unit, stance },
            Order::Retreat => Self::Retreat,
        }
    }
}

/// M with a level of eight bits.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(flags)]
struct PackedGuild {
    #[flat(bits = 8)]
    level: u16,
    members: Vec<String>,
}

fn packed_guilds() -> HashMap<String, PackedGuild> {
    let packed = |guild: Guild| PackedGuild { level: guild.level, members: guild.members };
    guilds().into_iter().map(|(name, guild)| (name, packed(guild))).collect()
}

fn packed_player(id: u32) -> PackedPlayer {
    let PlayerState { id, pos, vel, yaw, health, grounded } = player(id);
    PackedPlayer { id, pos, vel, yaw, health, grounded }
}

fn packed_snapshot() -> PackedSnapshot {
    let Snapshot { tick, players } = snapshot(false);
    PackedSnapshot {
        tick,
        players: players.iter().map(|player| packed_player(player.id)).collect(),
    }
}

/// M with numbers by their bytes.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
struct FixedGuild {
    level: u16,
    members: Vec<String>,
}

fn fixed_guilds() -> HashMap<String, FixedGuild> {
    let fixed = |guild: Guild| FixedGuild { level: guild.level, members: guild.members };
    guilds().into_iter().map(|(name, guild)| (name, fixed(guild))).collect()
}

fn fixed<T, U: From<T>>(list: Vec<T>) -> Vec<U> {
    list.into_iter().map(U::from).collect()
}

fn fixed_snapshot() -> FixedSnapshot {
    let Snapshot { tick, players } = snapshot(false);
    FixedSnapshot { tick, players: players.iter().map(|player| fixed_player(player.id)).collect() }
}

pub(crate) fn fixed_player(id: u32) -> FixedPlayer {
    let PlayerState { id, pos, vel, yaw, health, grounded } = player(id);
    FixedPlayer { id, pos, vel, yaw, health, grounded }
}

pub(crate) fn small_player() -> SmallPlayer {
    let PlayerState { id, pos, vel, yaw, health, grounded } = player(7);
    SmallPlayer { id, pos, vel, yaw, health: health as u8, grounded }
}

fn bytes<T: ToFlatBytes>(value: &T) -> Vec<u8> {
    value.to_flat_bytes().expect("encodes")
}

fn encode_vec<T: ToFlatBytes + 'static>(value: T) -> Run {
    let mut buffer = Vec::with_capacity(bytes(&value).len() * 2 + 64);
    Box::new(move |times, _| {
        for _ in 0..times {
            buffer.clear();
            let written = black_box(&value).append_flat_bytes(&mut buffer);
            black_box(&written);
            black_box(&buffer);
        }
    })
}

fn encode_slice<T: ToFlatBytes + 'static>(value: T) -> Run {
    let mut buffer = Placed::new(&vec![0; bytes(&value).len() + 16]);
    Box::new(move |times, place| {
        let buffer = buffer.at(place);
        for _ in 0..times {
            let written = black_box(&value).write_flat_bytes(black_box(&mut *buffer));
            black_box(&written);
        }
    })
}

fn decode<T: for<'de> FromFlatBytes<'de>>(bytes: &[u8]) -> Run {
    let mut source = Placed::new(bytes);
    assert!(T::from_flat_bytes(bytes).is_ok(), "decodes");
    Box::new(move |times, place| {
        let source = &*source.at(place);
        for _ in 0..times {
            let value = T::from_flat_bytes(black_box(source));
            black_box(&value);
        }
    })
}

/// Every operation on these.
pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    macro_rules! three {
        ($name:literal, $value:expr, $type:ty) => {
            let encoded = bytes(&$value);
            let mut case = |name, run| cases.push(Case { name, bytes: encoded.clone(), run });
            case(concat!($name, "/encode-vec"), encode_vec($value));
            case(concat!($name, "/encode-slice"), encode_slice($value));
            case(concat!($name, "/decode"), decode::<$type>(&encoded));
        };
    }
    three!("A-flat", player(7), PlayerState);
    three!("A-flat-fixed", fixed_player(7), FixedPlayer);
    three!("A-flat-bits", packed_player(7), PackedPlayer);
    three!("A-flat-small", small_player(), SmallPlayer);
    three!("C-flat", snapshot(false), Snapshot);
    three!("C-flat-fixed", fixed_snapshot(), FixedSnapshot);
    three!("C-flat-bits", packed_snapshot(), PackedSnapshot);
    three!("I-flat", units(), Vec<Unit>);
    three!("I-flat-fixed", fixed::<_, FixedUnit>(units()), Vec<FixedUnit>);
    three!("I-flat-bits", fixed::<_, PackedUnit>(units()), Vec<PackedUnit>);
    three!("J-flat", loot(), Vec<Loot>);
    three!("J-flat-fixed", fixed::<_, FixedLoot>(loot()), Vec<FixedLoot>);
    three!("J-flat-bits", fixed::<_, PackedLoot>(loot()), Vec<PackedLoot>);
    three!("K-flat", scores(), Vec<Score>);
    three!("K-flat-fixed", fixed::<_, FixedScore>(scores()), Vec<FixedScore>);
    three!("L-flat", orders(), Vec<Order>);
    three!("L-flat-fixed", fixed::<_, FixedOrder>(orders()), Vec<FixedOrder>);
    three!("L-flat-bits", fixed::<_, PackedOrder>(orders()), Vec<PackedOrder>);
    three!("M-flat", guilds(), Guilds);
    three!("M-flat-fixed", fixed_guilds(), HashMap<String, FixedGuild>);
    three!("M-flat-bits", packed_guilds(), HashMap<String, PackedGuild>);
    cases
}
