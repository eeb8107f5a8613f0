//! What the server and the clients exchange over Godot's high-level multiplayer.
//!
//! `godot-var generate` makes classes of the clients from this file.

{% if godot3 -%}
use godot_var::{Color, GodotVar, Vector2};
{%- else -%}
use godot_var::multiplayer::{GodotRpc, GodotSync};
use godot_var::{Color, GodotVar, Vector2};
{%- endif %}

/// The fingerprint of the messages: `LAYOUT` in `client/net/protocol.gd` is the same text.
pub const LAYOUT: &str = godot_var::protocol_fingerprint!();

/// The first message of a client. Never change it, so that the server can read that of every version.
#[derive(Debug, PartialEq, GodotVar)]
pub struct Hello {
    /// The client's fingerprint.
    #[godot_var(max_len = 16)]
    pub layout: String,
    #[godot_var(max_len = 24)]
    pub name: String,
}

/// The answer. Never change it either.
#[derive(Debug, PartialEq, GodotVar)]
pub struct Welcome {
    /// The server's fingerprint.
    #[godot_var(max_len = 16)]
    pub layout: String,
    /// Why the client cannot play; empty if it can.
    pub refused: String,
}
{%- if godot3 %}

/// A player, for those who see it for the first time.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Player {
    pub id: i32,
    pub name: String,
    pub color: Color,
    /// In pixels.
    pub place: Vector2,
}
{%- else %}

/// The calls of `chat.gd`.
#[derive(Debug, GodotRpc)]
pub enum Chat {
    /// To the server: the first call of a client. Its version of these calls comes with it.
    #[rpc(any_peer)]
    Enter,
    /// To the server: a line of chat.
    #[rpc(any_peer)]
    Say {
        text: String,
    },
    Joined {
        called: String,
    },
    Left {
        called: String,
    },
    /// From the server: a line of somebody's chat.
    Said {
        called: String,
        text: String,
    },
}

/// The properties of `StateSync` in `player.tscn`, which the server sends.
#[derive(Clone, Debug, PartialEq, GodotSync)]
pub struct State {
    /// In pixels, 20 times a second.
    pub place: Vector2,
    #[sync(never)]
    pub called: String,
    #[sync(never)]
    pub color: Color,
}

/// The properties of `InputSync` in `player.tscn`, which the player's own client sends.
#[derive(Clone, Debug, Default, PartialEq, GodotSync)]
pub struct Input {
    /// Where the player walks. The length is at most 1.
    #[sync(spawn = false)]
    pub direction: Vector2,
}
{%- endif %}
