use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Pose {
    #[flat(varnit)]
    id: u32,
}

fn main() {}
