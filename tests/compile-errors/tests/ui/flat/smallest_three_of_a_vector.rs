use godot_var::GodotFlat;
use godot_var::Vector3;

#[derive(GodotFlat)]
struct Pose {
    #[flat(smallest_three = 10)]
    turn: Vector3,
}

fn main() {}
