use godot_var::GodotFlat;
#[derive(GodotFlat)]
#[flat(layout = "0000000000000000")]
struct Pose {
    id: u32,
}

fn main() {}
