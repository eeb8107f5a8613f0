use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Pose {
    #[flat(len = i32)]
    names: Vec<u8>,
}

fn main() {}
