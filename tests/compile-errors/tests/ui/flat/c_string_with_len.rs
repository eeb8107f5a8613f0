use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Pose {
    #[flat(c_string, len = u8)]
    name: String,
}

fn main() {}
