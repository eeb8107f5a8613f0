//! A schema with Variants, and with flat messages that are none.

use godot_var::snapshot::SnapshotState;
use godot_var::{GodotFlat, GodotVar};

pub(crate) const LAYOUT: &str = godot_var::protocol_fingerprint!();
pub(crate) const FLAT_LAYOUT: &str = godot_var::protocol_fingerprint!(flat);

#[derive(GodotVar)]
struct Chat {
    text: String,
}

#[derive(GodotVar, GodotFlat)]
struct Row {
    score: u32,
}

#[derive(GodotFlat)]
enum Fast {
    #[flat(id = 128, flags)]
    Ping {
        #[flat(bits = 4)]
        health: u8,
    },
}

#[derive(Clone, GodotFlat, SnapshotState)]
#[flat(delta)]
#[snapshot(input = ())]
struct Ball {
    height: f32,
}
