use godot_var::snapshot::SnapshotState;
use godot_var::{GodotFlat, Vector3};

#[derive(Clone, GodotFlat, SnapshotState)]
enum Thing {
    #[flat(id = 1)]
    Rocket { pos: Vector3 },
}

fn main() {}
