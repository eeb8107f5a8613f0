//! The messages between players and servers. Each value comes after its length.

use godot_var::GodotVar;

/// A player's message. The fleet forwards the bytes of all variants except [`Join`], so these begin with the same fields.
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

/// The paths of the fields at the start of every message of a room.
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
    /// Chosen at random when the player's program starts: message numbers begin again with each life.
    pub(crate) life: u32,
    /// Chosen with `life` and sent only to servers: a client that knows it is this player.
    pub(crate) key: i64,
    /// The position in the stream up to which the player has seen messages.
    pub(crate) after: u64,
}

/// The server's own messages. It also forwards the bytes of players' messages.
#[derive(Debug, GodotVar)]
#[godot_var(array, id)]
pub(crate) enum FromServer {
    /// The stream stores the message with this number: every player of the room will see it.
    #[godot_var(id = 1001)]
    Acknowledged { number: u32 },
    /// The server has sent all messages of the room up to this position.
    #[godot_var(id = 1002)]
    Reached { sequence: u64 },
    /// The last message of the connection.
    #[godot_var(id = 1003)]
    Refused { reason: String },
}
