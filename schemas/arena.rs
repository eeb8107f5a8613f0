//! The messages of the arena, a small game: one protocol, spoken by `examples/arena.rs` and by the
//! generated clients.
//!
//! A message is an Array that starts with its number: `[2, {"id": 7, "pos": Vector3(…), …}]`. Over
//! UDP it is one datagram, over TCP a length comes first, as `StreamPeer.put_var` writes it.
//!
//! | number | to the server       | to the client     |
//! |-------:|---------------------|-------------------|
//! |      1 | [`Join`]            | [`Welcome`]       |
//! |      2 | move: [`PlayerState`] | [`Snapshot`]    |
//! |      3 | [`Chat`]            | [`Chat`]          |
//! |      4 | leave: nothing      | [`Bye`]           |
//! |      5 | [`Hello`]           | [`Greeting`]      |

use std::collections::BTreeMap;

use godot_var::{Color, GodotFlat, GodotVar, Vector3};

/// The fingerprint of this protocol: `LAYOUT` in the generated GDScript is the same text.
pub const LAYOUT: &str = godot_var::protocol_fingerprint!();

/// The fingerprint of the flat messages: `FLAT_LAYOUT` in the generated GDScript.
pub const FLAT_LAYOUT: &str = godot_var::protocol_fingerprint!(flat);

/// The position and movement of a player at one tick.
#[derive(Clone, Debug, PartialEq, GodotFlat, GodotVar)]
pub struct PlayerState {
    /// The player's number, from [`Welcome`].
    pub id: u32,
    /// Metres.
    pub pos: Vector3,
    /// Metres per second.
    pub vel: Vector3,
    /// Radians, counter-clockwise.
    pub yaw: f32,
    /// 100 is full health.
    pub health: i32,
    /// Whether the player stands on the ground.
    pub grounded: bool,
}

/// The sides of a match, sent as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, GodotFlat, GodotVar)]
#[godot_var(repr = "int")]
pub enum Team {
    /// Starts in the west.
    Red = 0,
    /// Starts in the east.
    Blue = 1,
    /// Only watches.
    Spectator = 7,
}

/// The first message of a client: its version of the protocol. It never changes, so that every version can read it.
#[derive(Clone, Debug, PartialEq, Eq, GodotFlat, GodotVar)]
pub struct Hello {
    /// The client's [`LAYOUT`].
    #[godot_var(max_len = 16)]
    pub layout: String,
}

/// The answer to [`Hello`]. It never changes either, nor does [`Bye`].
#[derive(Clone, Debug, PartialEq, Eq, GodotFlat, GodotVar)]
pub struct Greeting {
    /// The server's [`LAYOUT`].
    #[godot_var(max_len = 16)]
    pub layout: String,
}

/// A player wants to join.
#[derive(Clone, Debug, PartialEq, GodotFlat, GodotVar)]
pub struct Join {
    /// The name that others see above the player.
    #[godot_var(max_len = 32)]
    pub name: String,
    /// The color of the player.
    pub color: Color,
    /// If it is `null`, the server chooses.
    pub team: Option<Team>,
}

/// A chat message, to the server and from there to everybody.
#[derive(Clone, Debug, PartialEq, GodotFlat, GodotVar)]
pub struct Chat {
    /// Who reads it, for example `all`.
    pub channel: String,
    /// The text.
    pub text: String,
    /// The time in seconds since 1970, by the sender's clock.
    pub at: i64,
    /// Keywords for filters.
    pub tags: Vec<String>,
}

/// The arena at one tick.
#[derive(Clone, Debug, PartialEq, GodotFlat, GodotVar)]
pub struct Snapshot {
    /// The number of ticks since the server started.
    pub tick: i64,
    /// All players, in the order of their numbers.
    pub players: Vec<PlayerState>,
    /// The points of each player, by name.
    pub scores: BTreeMap<String, i32>,
}

/// The answer to [`Join`].
#[derive(Clone, Debug, PartialEq, Eq, GodotFlat, GodotVar)]
pub struct Welcome {
    /// The player's number, as in [`PlayerState::id`].
    pub you: u32,
    /// The tick of the server, as in [`Snapshot::tick`].
    pub tick: i64,
}

/// The last message to a client.
#[derive(Clone, Debug, PartialEq, Eq, GodotFlat, GodotVar)]
pub struct Bye {
    /// The reason, as a text for people.
    pub reason: String,
}

/// The messages of a client.
#[derive(Clone, Debug, PartialEq, GodotFlat, GodotVar)]
#[godot_var(array, id)]
pub enum ClientMessage {
    /// A request to join.
    #[godot_var(id = 1)]
    Join(Join),
    /// The player's own state.
    #[godot_var(id = 2)]
    Move(PlayerState),
    /// A chat message.
    #[godot_var(id = 3)]
    Chat(Chat),
    /// A request to leave.
    #[godot_var(id = 4)]
    Leave,
    /// The client's version.
    #[godot_var(id = 5)]
    Hello(Hello),
}

/// The messages of the server.
#[derive(Clone, Debug, PartialEq, GodotFlat, GodotVar)]
#[godot_var(array, id)]
pub enum ServerMessage {
    /// The player has joined.
    #[godot_var(id = 1)]
    Welcome(Welcome),
    /// The state of all players.
    #[godot_var(id = 2)]
    Snapshot(Snapshot),
    /// A chat message of a player.
    #[godot_var(id = 3)]
    Chat(Chat),
    /// The server closes the connection.
    #[godot_var(id = 4)]
    Bye(Bye),
    /// The server's version, if the client has the same.
    #[godot_var(id = 5)]
    Greeting(Greeting),
}
