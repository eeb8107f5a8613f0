use godot_var::{GodotFlat, GodotVar};

#[derive(GodotFlat, GodotVar)]
#[flat(max_size = 40)]
struct Pose {
    #[godot_var(max_len = -4)]
    name: String,
}

fn main() {}
