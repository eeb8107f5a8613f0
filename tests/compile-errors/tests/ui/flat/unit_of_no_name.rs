use godot_var::GodotFlat;
use std::time::Duration;

#[derive(GodotFlat)]
struct Pose {
    #[flat(unit = "min")]
    wait: Duration,
}

fn main() {}
