use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Pose {
    #[flat(c_string)]
    name: Vec<u8>,
}

fn main() {}
