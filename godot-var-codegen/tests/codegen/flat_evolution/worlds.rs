//! Worlds of snapshots: packets from the server (`Snapshot`), and messages from clients (`ClientMessage`).

use godot_var::*;

use super::{Case, case};

pub(crate) fn cases() -> Vec<Case> {
    vec![
        case! { "a field more in a state";
        old { use godot_var::snapshot::{SnapshotState, wire::Snapshot};
            #[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)] #[flat(delta(Clone, Debug, PartialEq))]
            #[snapshot(input = ())] pub struct Player { health: u8 }
            #[derive(Debug, GodotFlat)] pub struct M { packet: Snapshot<Player> } }
        new { use godot_var::snapshot::{SnapshotState, wire::Snapshot};
            #[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)] #[flat(delta(Clone, Debug, PartialEq))]
            #[snapshot(input = ())] pub struct Player { health: u8, armor: u8 }
            #[derive(Debug, GodotFlat)] pub struct M { packet: Snapshot<Player> } } },
        case! { "a variant more in a state";
        old { use godot_var::snapshot::{SnapshotState, wire::Snapshot};
            #[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)] #[snapshot(input = (), delta(Clone, Debug, PartialEq))]
            pub enum Thing { #[flat(id = 1)] Flag, #[flat(id = 2)] Tree }
            #[derive(Debug, GodotFlat)] pub struct M { packet: Snapshot<Thing> } }
        new { use godot_var::snapshot::{SnapshotState, wire::Snapshot};
            #[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)] #[snapshot(input = (), delta(Clone, Debug, PartialEq))]
            pub enum Thing { #[flat(id = 1)] Flag, #[flat(id = 2)] Tree, #[flat(id = 7)] Mine }
            #[derive(Debug, GodotFlat)] pub struct M { packet: Snapshot<Thing> } } },
        case! { "a wider field of an input";
        old { use godot_var::snapshot::{SnapshotState, wire::ClientMessage};
            #[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)] #[flat(delta(Clone, Debug, PartialEq))]
            pub struct Steer { turn: i8 }
            #[derive(Debug, GodotFlat)] pub struct M { message: ClientMessage<Steer> } }
        new { use godot_var::snapshot::{SnapshotState, wire::ClientMessage};
            #[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)] #[flat(delta(Clone, Debug, PartialEq))]
            pub struct Steer { turn: i16 }
            #[derive(Debug, GodotFlat)] pub struct M { message: ClientMessage<Steer> } } },
        case! { "a longer text in an input";
        old { use godot_var::snapshot::{SnapshotState, wire::ClientMessage};
            #[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)] #[flat(delta(Clone, Debug, PartialEq))]
            pub struct Steer { #[flat(max_len = 3)] says: String }
            #[derive(Debug, GodotFlat)] pub struct M { message: ClientMessage<Steer> } }
        new { use godot_var::snapshot::{SnapshotState, wire::ClientMessage};
            #[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)] #[flat(delta(Clone, Debug, PartialEq))]
            pub struct Steer { #[flat(max_len = 9)] says: String }
            #[derive(Debug, GodotFlat)] pub struct M { message: ClientMessage<Steer> } } },
    ]
}
