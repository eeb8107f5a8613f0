//! The messages of [`lists`] in other formats, each in its own bytes: wincode, bitcode, postcard, rmp-serde with names.

use std::hint::black_box;

use godot_var::Vector3;
use godot_var::math::Quaternion;
use serde::{Deserialize, Serialize};

use crate::workloads::lists::{self, Guilds, Line, Score, TEXTS};
use crate::workloads::{self, player, snapshot};
use crate::workloads::{Placed, Run};

/// What all four formats take: the same fields, with vectors as arrays of floats.
macro_rules! plain {
    ($($item:item)*) => { $(
        #[derive(Serialize, Deserialize, bitcode::Encode, bitcode::Decode, wincode::SchemaWrite, wincode::SchemaRead)]
        $item
    )* };
}

plain! {
    struct PlayerState {
        id: u32,
        pos: [f32; 3],
        vel: [f32; 3],
        yaw: f32,
        health: i32,
        grounded: bool,
    }

    struct Snapshot { tick: u64, players: Vec<PlayerState> }

    enum Stance { Idle, Guard, March, Siege }

    struct Unit { id: u32, stance: Stance, pos: [f32; 3], facing: [f32; 4], target: Option<i32> }

    enum Rarity { Common, Rare, Epic }

    struct Loot {
        item: u64,
        rarity: Rarity,
        amount: u16,
        owner: Option<u32>,
        glow: Option<f32>,
        at: [f32; 3],
        expires: i64,
        weight: f64,
    }

    enum Order {
        Halt { unit: u32 },
        March { unit: u32, to: [f32; 3] },
        Attack { unit: u32, target: u32, force: f32 },
        Follow { unit: u32, leader: u32 },
        Build { unit: u32, plan: u16, at: [f32; 3] },
        Rename { unit: u32, name: String },
        Stance { unit: u32, stance: Stance },
        Retreat,
    }
}

fn vector(v: Vector3) -> [f32; 3] {
    [v.x, v.y, v.z]
}

fn quaternion(q: Quaternion) -> [f32; 4] {
    [q.x, q.y, q.z, q.w]
}

impl From<workloads::PlayerState> for PlayerState {
    fn from(player: workloads::PlayerState) -> Self {
        let workloads::PlayerState { id, pos, vel, yaw, health, grounded } = player;
        Self { id, pos: vector(pos), vel: vector(vel), yaw, health, grounded }
    }
}

impl From<workloads::Snapshot> for Snapshot {
    fn from(snapshot: workloads::Snapshot) -> Self {
        let players = snapshot.players.into_iter().map(PlayerState::from);
        Self { tick: snapshot.tick, players: players.collect() }
    }
}

impl From<lists::Stance> for Stance {
    fn from(stance: lists::Stance) -> Self {
        match stance {
            lists::Stance::Idle => Self::Idle,
            lists::Stance::Guard => Self::Guard,
            lists::Stance::March => Self::March,
            lists::Stance::Siege => Self::Siege,
        }
    }
}

impl From<lists::Unit> for Unit {
    fn from(unit: lists::Unit) -> Self {
        let lists::Unit { id, stance, pos, facing, target } = unit;
        let (stance, pos, facing) = (stance.into(), vector(pos), quaternion(facing));
        Self { id, stance, pos, facing, target }
    }
}

impl From<lists::Loot> for Loot {
    fn from(loot: lists::Loot) -> Self {
        let lists::Loot { item, rarity, amount, owner, glow, at, expires, weight } = loot;
        let rarity = match rarity {
            lists::Rarity::Common => Rarity::Common,
            lists::Rarity::Rare => Rarity::Rare,
            lists::Rarity::Epic => Rarity::Epic,
        };
        Self { item, rarity, amount, owner, glow, at: vector(at), expires, weight }
    }
}

impl From<lists::Order> for Order {
    fn from(order: lists::Order) -> Self {
        use lists::Order as O;
        match order {
            O::Halt { unit } => Self::Halt { unit },
            O::March { unit, to } => Self::March { unit, to: vector(to) },
            O::Attack { unit, target, force } => Self::Attack { unit, target, force },
            O::Follow { unit, leader } => Self::Follow { unit, leader },
            O::Build { unit, plan, at } => Self::Build { unit, plan, at: vector(at) },
            O::Rename { unit, name } => Self::Rename { unit, name },
            O::Stance { unit, stance } => Self::Stance { unit, stance: stance.into() },
            O::Retreat => Self::Retreat,
        }
    }
}

/// An operation over the bytes of another format.
pub(crate) struct Format {
    pub(crate) name: &'static str,
    pub(crate) bytes: Vec<u8>,
    pub(crate) encode: Run,
    pub(crate) decode: Run,
}

impl Format {
    /// A format of functions that write into a slice, and read a value from one.
    fn new<T: 'static>(
        name: &'static str,
        value: T,
        bytes: Vec<u8>,
        mut write: impl FnMut(&T, &mut [u8]) -> bool + 'static,
        mut read: impl FnMut(&[u8]) -> Option<T> + 'static,
    ) -> Self {
        assert!(read(&bytes).is_some(), "{name} reads what it wrote");
        let mut source = Placed::new(&bytes);
        let mut target = Placed::new(&bytes);
        let encode: Run = Box::new(move |times, place| {
            let target = target.at(place);
            for _ in 0..times {
                let written = write(black_box(&value), black_box(&mut *target));
                black_box(&written);
            }
        });
        let decode: Run = Box::new(move |times, place| {
            let source = &*source.at(place);
            for _ in 0..times {
                let value = read(black_box(source));
                black_box(&value);
            }
        });
        Self { name, bytes, encode, decode }
    }
}

/// postcard.
pub(crate) fn postcard<T>(value: T) -> Format
where
    T: Serialize + for<'de> Deserialize<'de> + 'static,
{
    let bytes = postcard::to_allocvec(&value).expect("encodes");
    let write = |value: &T, target: &mut [u8]| postcard::to_slice(value, target).is_ok();
    Format::new("serde + postcard", value, bytes, write, |bytes| postcard::from_bytes(bytes).ok())
}

/// `MessagePack` with names, as Dictionaries have them.
fn rmp<T>(value: T) -> Format
where
    T: Serialize + for<'de> Deserialize<'de> + 'static,
{
    let bytes = rmp_serde::to_vec_named(&value).expect("encodes");
    let write = |value: &T, mut target: &mut [u8]| {
        rmp_serde::encode::write_named(&mut target, value).is_ok()
    };
    Format::new("rmp-serde", value, bytes, write, |bytes| rmp_serde::from_slice(bytes).ok())
}

fn bitcode<T: bitcode::Encode + bitcode::DecodeOwned + 'static>(value: T) -> Format {
    let bytes = bitcode::encode(&value);
    let (mut to, mut from) = (bitcode::Buffer::new(), bitcode::Buffer::new());
    let write = move |value: &T, _: &mut [u8]| !black_box(to.encode(value)).is_empty();
    Format::new("bitcode", value, bytes, write, move |bytes| from.decode(bytes).ok())
}

fn wincode<T>(value: T) -> Format
where
    T: wincode::SchemaWrite<Config, Src = T> + wincode::SchemaReadOwned<Config, Dst = T> + 'static,
{
    let bytes = wincode::serialize(&value).expect("encodes");
    let write = |value: &T, target: &mut [u8]| wincode::serialize_into(target, value).is_ok();
    Format::new("wincode", value, bytes, write, |bytes| wincode::deserialize(bytes).ok())
}

type Config = wincode::config::DefaultConfig;

/// Each message in each format: its name, and the format.
pub(crate) fn formats() -> Vec<(String, Format)> {
    let mut formats = Vec::new();
    macro_rules! each {
        ($name:expr, $value:expr) => {
            let name = String::from($name);
            formats.push((name.clone(), wincode($value)));
            formats.push((name.clone(), bitcode($value)));
            formats.push((name.clone(), postcard($value)));
            formats.push((name, rmp($value)));
        };
    }
    let units = || lists::units().into_iter().map(Unit::from);
    let loot = || lists::loot().into_iter().map(Loot::from);
    let orders = || lists::orders().into_iter().map(Order::from);
    each!("A", PlayerState::from(player(7)));
    each!("C", Snapshot::from(snapshot(false)));
    each!("I", units().collect::<Vec<Unit>>());
    each!("J", loot().collect::<Vec<Loot>>());
    each!("K", lists::scores() as Vec<Score>);
    each!("L", orders().collect::<Vec<Order>>());
    each!("M", lists::guilds() as Guilds);
    each!("I-one", units().nth(1).expect("a unit"));
    each!("J-one", loot().nth(1).expect("a thing"));
    for (name, text) in TEXTS {
        each!(format!("N-{name}"), lists::line(text) as Line);
    }
    formats
}
