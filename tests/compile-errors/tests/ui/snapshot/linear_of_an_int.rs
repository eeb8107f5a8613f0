use godot_var::GodotFlat;
use godot_var::snapshot::SnapshotState;

#[derive(Clone, GodotFlat, SnapshotState)]
#[flat(delta)]
struct Player {
    #[snapshot(linear)]
    health: u8,
}

fn main() {}
