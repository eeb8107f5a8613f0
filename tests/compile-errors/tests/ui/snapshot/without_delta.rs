use godot_var::GodotFlat;
use godot_var::snapshot::SnapshotState;

#[derive(Clone, GodotFlat, SnapshotState)]
struct Player {
    health: u8,
}

fn main() {}
