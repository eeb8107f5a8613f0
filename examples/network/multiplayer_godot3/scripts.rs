//! The methods and properties of the project's scripts, for both sides.

use godot_var::multiplayer::TransferMode;
use godot_var::multiplayer::godot3::{Member, Node};

pub(crate) const MAIN: &str = "Main";
pub(crate) const DOOR: &str = "Main/Door";

/// `main.gd`. The server is the network master: clients call `master` methods on it, and it calls `puppet` methods.
pub(crate) const MAIN_SCRIPT: Node = Node::new().with_methods(&[
    Member::master("join"),
    Member::master("say"),
    Member::puppet("joined"),
    Member::puppet("gone"),
    Member::puppet("said"),
    // From client to client, through the server.
    Member::remote("whisper"),
]);

/// `door.gd`.
pub(crate) const DOOR_SCRIPT: Node =
    Node::new().with_methods(&[Member::master("push")]).with_properties(&[Member::puppet("open")]);

/// `player.gd`.
pub(crate) const PLAYER_SCRIPT: Node =
    Node::new().with_methods(&[Member::master("walk"), Member::puppet("hurt")]).with_properties(&[
        Member::puppet("place").with_transfer(TransferMode::Unreliable),
        Member::puppet("health"),
        Member::remote("tint"),
    ]);

/// Returns the path of a peer's player.
pub(crate) fn player_path(peer: i32) -> String {
    format!("Main/Players/{peer}")
}
