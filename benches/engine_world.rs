//! Two worlds of 64 players, one whose states are a struct and one whose states are an enum, and lists of the same: what `engine.sh` times.

use godot_var::snapshot::SnapshotState;
use godot_var::{GodotFlat, Vector3};

/// A player, quantized to 15 bytes.
#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta, flags)]
#[snapshot(input = ())]
pub struct Player {
    #[flat(as = f16)]
    #[snapshot(teleport = 8.0)]
    pub pos: Vector3,
    #[flat(range = -32.0..=32.0, as = u16, clamp)]
    pub vel: Vector3,
    #[flat(angle, as = u16)]
    pub yaw: f32,
    #[flat(bits = 7)]
    pub health: u8,
    pub grounded: bool,
}

/// What is in a world.
#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[snapshot(input = ())]
pub enum Thing {
    #[flat(id = 1)]
    Player(Player),
    #[flat(id = 2)]
    Flag,
}

/// All players.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
pub struct Players {
    pub list: Vec<Player>,
}

/// All things.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
pub struct Things {
    pub list: Vec<Thing>,
}
