use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Pose {
    #[flat(default)]
    id: u32,
    name: String,
}

fn main() {}
