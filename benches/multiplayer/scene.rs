//! What both sides know of the scene in `godot4`.

use godot_var::Vector2;
use godot_var::multiplayer::{GodotSync, MultiplayerSpawner};

pub(crate) const SPAWNER: &str = "Main/Spawner";
/// Below a player.
pub(crate) const STATE_SYNC: &str = "StateSync";
pub(crate) const INPUT_SYNC: &str = "InputSync";

/// As many peers see each other's nodes.
pub(crate) const GROUP: usize = 20;
/// How often properties are sent.
pub(crate) const RATE: u32 = 20;
/// How many ticks a node's health stays the same.
pub(crate) const CALM: u32 = 20;

pub(crate) fn spawner() -> MultiplayerSpawner {
    MultiplayerSpawner::new("Main/Players").with_scenes(&["res://player.tscn"])
}

/// What the server says of a player.
#[derive(Clone, Debug, PartialEq, GodotSync)]
pub(crate) struct State {
    pub(crate) position: Vector2,
    #[sync(on_change)]
    pub(crate) health: i32,
}

/// What a player's own client says.
#[derive(Clone, Debug, Default, GodotSync)]
pub(crate) struct Input {
    #[sync(spawn = false)]
    pub(crate) direction: Vector2,
}
