use godot_var::GodotFlat;
use godot_var::snapshot::SnapshotState;

#[derive(Clone, GodotFlat, SnapshotState)]
#[flat(delta)]
struct Player {
    #[snapshot(step, teleport = 8.0)]
    height: f32,
}

fn main() {}
