use godot_var::GodotFlat;
use std::time::Duration;

#[derive(GodotFlat)]
struct Pose {
    wait: Duration,
}

fn main() {}
