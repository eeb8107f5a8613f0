//! What the server and the clients exchange: a greeting, then the state of the world in one direction and inputs in the other.
//!
//! `godot-var generate` makes the classes of the client from this file.

use godot_var::snapshot::SnapshotState;
use godot_var::{Color, GodotFlat, Vector2};

/// The fingerprint of this protocol: `LAYOUT` in `client/net/protocol.gd` is the same text.
pub const LAYOUT: &str = godot_var::protocol_fingerprint!();

/// The first message of a client. Never change it, so that the server can read that of every version.
#[derive(Debug, PartialEq, GodotFlat)]
pub struct Hello {
    /// The client's fingerprint.
    #[flat(max_len = 16)]
    pub layout: String,
    #[flat(max_len = 24)]
    pub name: String,
}

/// The answer. Never change it either.
#[derive(Debug, PartialEq, GodotFlat)]
pub struct Welcome {
    /// The server's fingerprint.
    #[flat(max_len = 16)]
    pub layout: String,
    /// Why the client cannot play; empty if it can.
    #[flat(max_len = 200)]
    pub refused: String,
}

/// What is in the world: the state of an entity.
#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[snapshot(input = Steer)]
pub enum Thing {
    #[flat(id = 1)]
    Player(Player),
    #[flat(id = 2)]
    Coin(Coin),
}

#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta)]
pub struct Player {
    /// The id of the client that plays it.
    pub peer: i32,
    #[flat(max_len = 24)]
    pub name: String,
    #[flat(as = u8)]
    pub color: Color,
    /// In pixels. Clients show the way between two places.
    /// With `clamp`, a place outside is no error that ends the server.
    #[flat(range = 0.0..=960.0, as = u16, clamp)]
    pub place: Vector2,
    /// How many coins it has.
    pub coins: u16,
}

#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta)]
pub struct Coin {
    #[flat(range = 0.0..=960.0, as = u16, clamp)]
    pub place: Vector2,
}

/// What a client does in a tick.
#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta)]
pub struct Steer {
    /// Where the player walks. The length is at most 1.
    #[flat(as = f16)]
    pub direction: Vector2,
}
