use godot_var::GodotFlat;
#[derive(GodotFlat)]
#[flat(trailing = "skip")]
struct Pose {
    id: u32,
}

fn main() {}
