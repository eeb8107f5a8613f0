use godot_var::{GodotFlat, GodotVar};

#[derive(GodotFlat, GodotVar)]
struct Pose {
    #[godot_var(max_len = 4)]
    id: u32,
}

fn main() {}
