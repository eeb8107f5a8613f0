//! The content of the project's scenes, for both sides: RPCs, synchronizers, paths.

use godot_var::Vector2;
use godot_var::multiplayer::{GodotRpc, GodotSync, MultiplayerSpawner};

/// The password of the server.
pub(crate) const PASSWORD: &str = "open sesame";

pub(crate) const MAIN: &str = "Main";
pub(crate) const SPAWNER: &str = "Main/PlayerSpawner";
pub(crate) const DOOR: &str = "Main/Door";
pub(crate) const DOOR_SYNC: &str = "Main/Door/DoorSync";
/// Below a player.
pub(crate) const STATE_SYNC: &str = "StateSync";
pub(crate) const INPUT_SYNC: &str = "InputSync";

/// The spawner of `main.tscn`.
pub(crate) fn spawner() -> MultiplayerSpawner {
    MultiplayerSpawner::new("Main/Players").with_scenes(&["res://player.tscn"])
}

/// `main.gd`.
#[derive(Debug, GodotRpc)]
pub(crate) enum MainCall<'a> {
    #[rpc(any_peer)]
    Join {
        called: &'a str,
    },
    #[rpc(any_peer)]
    Say {
        text: &'a str,
    },
    Said {
        who: &'a str,
        text: &'a str,
    },
}

/// `door.gd`.
#[derive(Debug, GodotRpc)]
pub(crate) enum DoorCall {
    #[rpc(any_peer)]
    Push,
}

/// `player.gd`.
#[derive(Debug, GodotRpc)]
pub(crate) enum PlayerCall {
    Hurt { by: i32 },
}

/// `Main/Door/DoorSync`.
#[derive(Clone, Debug, Default, GodotSync)]
pub(crate) struct Door {
    #[sync(on_change)]
    pub(crate) open: bool,
}

/// `StateSync` of `player.tscn`: the state that the server sends.
#[derive(Clone, Debug, GodotSync)]
pub(crate) struct State {
    pub(crate) position: Vector2,
    #[sync(on_change)]
    pub(crate) health: i32,
    #[sync(never)]
    pub(crate) title: String,
}

/// `InputSync` of `player.tscn`: the input that the player's own client sends.
#[derive(Clone, Debug, Default, GodotSync)]
pub(crate) struct Input {
    #[sync(spawn = false)]
    pub(crate) direction: Vector2,
    #[sync(on_change, spawn = false)]
    pub(crate) running: bool,
}
