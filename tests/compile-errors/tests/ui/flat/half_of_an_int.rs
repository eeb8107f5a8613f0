use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Pose {
    #[flat(as = f16)]
    id: u32,
}

fn main() {}
