use godot_var::{GodotFlat, GodotVar};

#[derive(GodotFlat, GodotVar)]
#[godot_var(repr = "u8")]
enum Height {
    Low = 1,
    High = 300,
}

fn main() {}
