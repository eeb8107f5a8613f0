//! What travels between players and servers, each value after its length.

use godot_var::GodotVar;

/// What a player says. All but [`Join`] goes through the fleet as the bytes that came, so all but it begin alike.
#[derive(Debug, GodotVar)]
#[godot_var(array, id)]
pub(crate) enum FromPlayer {
    #[godot_var(id = 1)]
    Join(Join),
    #[godot_var(id = 2)]
    Say { room: String, from: String, life: u32, number: u32, text: String },
    #[godot_var(id = 3)]
    Hit { room: String, from: String, life: u32, number: u32, damage: f32 },
}

/// Where the fields are that every message of a room begins with.
pub(crate) const ROOM: &str = "[1]";
pub(crate) const FROM: &str = "[2]";
pub(crate) const LIFE: &str = "[3]";
pub(crate) const NUMBER: &str = "[4]";

/// The first message of a connection.
#[derive(Debug, GodotVar)]
pub(crate) struct Join {
    #[godot_var(max_len = 32)]
    pub(crate) room: String,
    #[godot_var(max_len = 32)]
    pub(crate) name: String,
    /// Drawn when the player's program starts: numbers begin anew with each life.
    pub(crate) life: u32,
    /// Drawn with `life`, and told to servers alone: whoever knows it is this player.
    pub(crate) key: i64,
    /// How far the player has seen the stream.
    pub(crate) after: u64,
}

/// What a server says for itself; everything else that it sends is what players said.
#[derive(Debug, GodotVar)]
#[godot_var(array, id)]
pub(crate) enum FromServer {
    /// The stream keeps the message of this number: every player of the room will see it.
    #[godot_var(id = 1001)]
    Acknowledged { number: u32 },
    /// All messages of the room up to here have been sent to the player.
    #[godot_var(id = 1002)]
    Reached { sequence: u64 },
    /// The last message of the connection.
    #[godot_var(id = 1003)]
    Refused { reason: String },
}
