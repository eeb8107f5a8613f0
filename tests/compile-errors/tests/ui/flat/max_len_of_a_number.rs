use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Pose {
    #[flat(max_len = 3)]
    id: u32,
}

fn main() {}
