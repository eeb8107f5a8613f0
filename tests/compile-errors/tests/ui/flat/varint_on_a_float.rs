use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Pose {
    #[flat(varint)]
    yaw: f32,
}

fn main() {}
