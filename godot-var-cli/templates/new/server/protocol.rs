//! The messages between the server and the clients.
//!
//! `godot-var generate` makes the classes of the clients from this file.

use godot_var::{Color, GodotVar, Vector2};

/// The fingerprint of this protocol: `LAYOUT` in `client/net/protocol.gd` is the same text.
pub const LAYOUT: &str = godot_var::protocol_fingerprint!();

/// What clients send.
#[derive(Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
pub enum ToServer {
    /// The first message. Never change it, so that the server can read that of every version.
    #[godot_var(id = 1)]
    Hello {
        /// The client's fingerprint.
        #[godot_var(max_len = 16)]
        layout: String,
        #[godot_var(max_len = 24)]
        name: String,
{%- if udp %}
        /// That of the server's `Challenge`; 0 before it.
        token: i64,
{%- endif %}
    },
    /// Where the player walks, 20 times a second. The length is at most 1.
    #[godot_var(id = 2)]
    Walk { direction: Vector2 },
    /// A line of chat.
    #[godot_var(id = 3)]
    Say {
        #[godot_var(max_len = 200)]
        text: String,
    },
}

/// What the server sends.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array, id)]
pub enum ToClient {
{%- if udp %}
    /// The answer to a `Hello` without this token: the client sends the `Hello` again with it. Never change it either.
    #[godot_var(id = 0)]
    Challenge { token: i64 },
{%- endif %}
    /// The answer to `Hello`. Never change it either.
    #[godot_var(id = 1)]
    Welcome {
        /// The server's fingerprint.
        #[godot_var(max_len = 16)]
        layout: String,
        /// Why the client cannot play; empty if it can.
        #[godot_var(max_len = 200)]
        refused: String,
    },
    /// All players, 20 times a second.
    #[godot_var(id = 2)]
    World {
        #[godot_var(max_len = {% if udp %}12{% else %}16{% endif %})]
        players: Vec<Player>,
    },
    #[godot_var(id = 3)]
    Joined { name: String },
    #[godot_var(id = 4)]
    Left { name: String },
    /// A line of chat.
    #[godot_var(id = 5)]
    Said { name: String, text: String },
}

/// A player.
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(array)]
pub struct Player {
    pub id: u32,
    #[godot_var(max_len = 24)]
    pub name: String,
    pub color: Color,
    /// In pixels.
    pub position: Vector2,
}
