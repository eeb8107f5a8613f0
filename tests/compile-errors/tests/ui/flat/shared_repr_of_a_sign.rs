use godot_var::{GodotFlat, GodotVar};

#[derive(GodotFlat, GodotVar)]
#[godot_var(repr = "i16")]
enum Height {
    Low = -1,
    High = 1,
}

fn main() {}
