use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Pose {
    #[flat(angle, range = 0.0..=1.0, as = u8)]
    yaw: f32,
}

fn main() {}
