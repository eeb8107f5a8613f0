use godot_var::GodotFlat;
use godot_var::math::Quaternion;

#[derive(GodotFlat)]
struct Pose {
    #[flat(smallest_three = 12)]
    turn: Quaternion,
}

fn main() {}
