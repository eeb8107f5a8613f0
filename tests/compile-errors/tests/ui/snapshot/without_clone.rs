use godot_var::GodotFlat;
use godot_var::snapshot::SnapshotState;

#[derive(GodotFlat, SnapshotState)]
#[flat(delta)]
struct Player {
    health: u8,
}

fn main() {}
