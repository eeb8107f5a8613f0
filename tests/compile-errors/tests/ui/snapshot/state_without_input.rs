use godot_var::GodotFlat;
use godot_var::snapshot::{SnapshotServer, SnapshotState};

#[derive(Clone, GodotFlat, SnapshotState)]
#[flat(delta)]
struct Player {
    health: u8,
}

struct Game {
    world: SnapshotServer<Player>,
}

fn main() {}
