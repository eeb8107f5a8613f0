use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Pose {
    #[flat(unit = "ms")]
    wait: u32,
}

fn main() {}
