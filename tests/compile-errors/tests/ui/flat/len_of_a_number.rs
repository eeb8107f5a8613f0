use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Pose {
    #[flat(len = u8)]
    id: u32,
}

fn main() {}
