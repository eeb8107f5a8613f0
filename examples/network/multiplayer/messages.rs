//! What the game sends as flat messages: inside an RPC, and without one.
#![allow(missing_docs, unreachable_pub, reason = "the names say it")]

use godot_var::{GodotFlat, Vector2};

/// From the server, in `map()`: where all players are.
#[derive(Debug, GodotFlat)]
pub struct Map {
    #[flat(len = u8, max_len = 64)]
    pub dots: Vec<Dot>,
}

/// A player on the map.
#[derive(Debug, GodotFlat)]
pub struct Dot {
    pub peer: i32,
    #[flat(range = 0.0..=540.0, as = u8, clamp)]
    pub position: Vector2,
}

/// A mark on the map, by `send_bytes()`: from a client to the server, and from the server to all.
#[derive(Debug, GodotFlat)]
pub struct Mark {
    #[flat(range = 0.0..=540.0, as = u8, clamp)]
    pub position: Vector2,
}
