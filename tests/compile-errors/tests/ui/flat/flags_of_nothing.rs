use godot_var::GodotFlat;
#[derive(GodotFlat)]
#[flat(flags)]
struct Pose {
    id: u32,
}

fn main() {}
