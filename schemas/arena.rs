//! The messages of the arena, a small game: one protocol, spoken by `examples/arena.rs` and by the
//! GDScript clients beside it.
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

/// That of the flat messages: `FLAT_LAYOUT` there.
pub const FLAT_LAYOUT: &str = godot_var::protocol_fingerprint!(flat);

/// Where a player is and how it moves, at one tick.
#[derive(Clone, Debug, PartialEq, GodotFlat, GodotVar)]
pub struct PlayerState {
    /// Whose state this is: the number that [`Welcome`] told.
    pub id: u32,
    /// Metres.
    pub pos: Vector3,
    /// Metres per second.
    pub vel: Vector3,
    /// Radians, counter-clockwise.
    pub yaw: f32,
    /// From 100 down.
    pub health: i32,
    /// Whether it stands on something.
    pub grounded: bool,
}

/// Sides of a match. Travels as its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, GodotFlat, GodotVar)]
#[godot_var(repr = "int")]
pub enum Team {
    /// Starts in the west.
    Red = 0,
    /// Starts in the east.
    Blue = 1,
    /// Only looks on.
    Spectator = 7,
}

/// The first word of a client: which protocol it speaks. It never changes, so that every version can read it.
#[derive(Clone, Debug, PartialEq, Eq, GodotFlat, GodotVar)]
pub struct Hello {
    /// The client's [`LAYOUT`].
    #[godot_var(max_len = 16)]
    pub layout: String,
}

/// The answer to [`Hello`]. It never changes either, and [`Bye`] does not.
#[derive(Clone, Debug, PartialEq, Eq, GodotFlat, GodotVar)]
pub struct Greeting {
    /// The server's [`LAYOUT`].
    #[godot_var(max_len = 16)]
    pub layout: String,
}

/// A player asks to come in.
#[derive(Clone, Debug, PartialEq, GodotFlat, GodotVar)]
pub struct Join {
    /// What others see above its head.
    #[godot_var(max_len = 32)]
    pub name: String,
    /// What it wears.
    pub color: Color,
    /// `null` leaves the choice to the server.
    pub team: Option<Team>,
}

/// Something said, on its way to the server and from there to everybody.
#[derive(Clone, Debug, PartialEq, GodotFlat, GodotVar)]
pub struct Chat {
    /// Who shall read it, for instance `all`.
    pub channel: String,
    /// What is said.
    pub text: String,
    /// When, in seconds since 1970, by the clock of whoever says it.
    pub at: i64,
    /// Free words for filters.
    pub tags: Vec<String>,
}

/// The arena at one tick.
#[derive(Clone, Debug, PartialEq, GodotFlat, GodotVar)]
pub struct Snapshot {
    /// Counts from the start of the server.
    pub tick: i64,
    /// Everybody, in the order of their numbers.
    pub players: Vec<PlayerState>,
    /// Points by name.
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
    /// Why it cannot stay, for people.
    pub reason: String,
}

/// What a client sends.
#[derive(Clone, Debug, PartialEq, GodotFlat, GodotVar)]
#[godot_var(array, id)]
pub enum ClientMessage {
    /// Asks to come in.
    #[godot_var(id = 1)]
    Join(Join),
    /// Tells where the player is.
    #[godot_var(id = 2)]
    Move(PlayerState),
    /// Says something.
    #[godot_var(id = 3)]
    Chat(Chat),
    /// Goes.
    #[godot_var(id = 4)]
    Leave,
    /// Tells its protocol.
    #[godot_var(id = 5)]
    Hello(Hello),
}

/// What the server sends.
#[derive(Clone, Debug, PartialEq, GodotFlat, GodotVar)]
#[godot_var(array, id)]
pub enum ServerMessage {
    /// Lets a player in.
    #[godot_var(id = 1)]
    Welcome(Welcome),
    /// Tells where everybody is.
    #[godot_var(id = 2)]
    Snapshot(Snapshot),
    /// Passes on what somebody said.
    #[godot_var(id = 3)]
    Chat(Chat),
    /// Ends it.
    #[godot_var(id = 4)]
    Bye(Bye),
    /// Tells the server's protocol to a client of the same.
    #[godot_var(id = 5)]
    Greeting(Greeting),
}
