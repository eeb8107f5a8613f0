//! Worlds of other forms than that of `schemas/world.rs`: states, numbers of variants, inputs.

use godot_var::GodotFlat;
use godot_var::snapshot::SnapshotState;

/// A state that is a struct.
#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta(Clone, Debug, PartialEq))]
#[snapshot(input = Keys)]
pub struct Ball {
    pub at: f32,
    pub count: u16,
}

/// What it holds in a garden.
#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta(Clone, Debug, PartialEq))]
pub struct Bush {
    pub count: u16,
    pub at: f32,
}

/// A state with wide numbers, in a world without inputs.
#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(repr = "u16")]
#[snapshot(input = (), delta(Clone, Debug, PartialEq))]
pub enum Plant {
    #[flat(id = 0)]
    Bush(Bush),
    #[flat(id = 300)]
    Ball(Ball),
    #[flat(id = 65_535)]
    Weed,
}

/// A state with numbers of one to three bytes.
#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(repr = "varint")]
#[snapshot(input = Keys, delta(Clone, Debug, PartialEq))]
pub enum Beast {
    #[flat(id = 0)]
    Ball(Ball),
    #[flat(id = 300)]
    Bush(Bush),
    #[flat(id = 70_000)]
    Egg,
}

/// More fields than a byte has bits.
#[expect(clippy::struct_excessive_bools, reason = "keys that are held")]
#[derive(Clone, Debug, Default, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta(Clone, Debug, PartialEq), flags)]
pub struct Keys {
    pub a: bool,
    pub b: bool,
    pub c: bool,
    pub d: bool,
    pub e: bool,
    pub f: bool,
    pub g: bool,
    pub h: bool,
    pub turn: u16,
    pub fire: bool,
}
