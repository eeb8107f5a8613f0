use godot_var::GodotFlat;
use godot_var::snapshot::SnapshotState;

#[derive(Clone, GodotFlat, SnapshotState)]
#[flat(delta)]
struct Player<T> {
    health: T,
}

fn main() {}
