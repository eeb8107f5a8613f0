//! RPCs with answers.

use godot_var::GodotVar;
use godot_var::multiplayer::GodotRpc;

/// What the server knows of a player.
#[derive(Clone, Debug, PartialEq, GodotVar)]
pub struct Profile {
    pub level: i64,
}

#[derive(Clone, Debug, PartialEq, GodotRpc)]
pub enum Lobby {
    /// Who plays.
    #[rpc(any_peer, answer = Profile)]
    Login { name: String },
    #[rpc(any_peer, answer = i64)]
    Never,
    /// The client answers.
    #[rpc(answer = String)]
    Whoami,
}
