use godot_var::GodotFlat;
use godot_var::snapshot::SnapshotState;

#[derive(Clone, GodotFlat, SnapshotState)]
enum Input {
    Jump,
    Duck,
}

#[derive(Clone, GodotFlat, SnapshotState)]
#[flat(delta)]
#[snapshot(input = Input)]
struct Player {
    health: u8,
}

fn main() {}
