use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Pose {
    #[flat(rename = "identity")]
    id: u32,
}

fn main() {}
