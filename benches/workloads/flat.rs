//! The messages of other rows as flat messages, and a player's state in few bytes.

use std::hint::black_box;

use godot_var::{FromFlatBytes, GodotFlat, ToFlatBytes, Vector3};

use super::lists::{Guilds, Loot, Order, Score, Unit, guilds, loot, orders, scores, units};
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

fn decode_in_place<T: for<'de> FromFlatBytes<'de> + 'static>(bytes: &[u8]) -> Run {
    let mut source = Placed::new(bytes);
    let mut value = T::from_flat_bytes(bytes).expect("decodes");
    Box::new(move |times, place| {
        let source = &*source.at(place);
        for _ in 0..times {
            let used = T::from_flat_bytes_in_place(black_box(source), black_box(&mut value));
            black_box(&used.is_ok());
        }
    })
}

/// Every operation on these.
pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    macro_rules! four {
        ($name:literal, $value:expr, $type:ty) => {
            let encoded = bytes(&$value);
            let mut case = |name, run| cases.push(Case { name, bytes: encoded.clone(), run });
            case(concat!($name, "/encode-vec"), encode_vec($value));
            case(concat!($name, "/encode-slice"), encode_slice($value));
            case(concat!($name, "/decode"), decode::<$type>(&encoded));
            case(concat!($name, "/decode-in-place"), decode_in_place::<$type>(&encoded));
        };
    }
    four!("A-flat", player(7), PlayerState);
    four!("A-flat-fixed", fixed_player(7), FixedPlayer);
    four!("A-flat-small", small_player(), SmallPlayer);
    four!("C-flat", snapshot(false), Snapshot);
    let fixed: Vec<_> = (0..64).map(|i| fixed_player(1000 + i)).collect();
    four!("C-flat-fixed", fixed.clone(), Vec<FixedPlayer>);
    four!("I-flat", units(), Vec<Unit>);
    four!("J-flat", loot(), Vec<Loot>);
    four!("K-flat", scores(), Vec<Score>);
    four!("L-flat", orders(), Vec<Order>);
    four!("M-flat", guilds(), Guilds);
    cases
}
