use godot_var::GodotFlat;
use godot_var::snapshot::{SnapshotServer};

#[derive(Clone, GodotFlat)]
#[flat(delta)]
struct Player {
    health: u8,
}

struct Game {
    world: SnapshotServer<Player>,
}

fn main() {}
