use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Pose {
    #[flat(as = u8)]
    yaw: f32,
}

fn main() {}
