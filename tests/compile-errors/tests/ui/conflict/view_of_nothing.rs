use godot_var::{GodotVar, Vector3};

#[derive(GodotVar)]
#[godot_var(view)]
struct Step {
    to: Vector3,
    #[godot_var(default)]
    note: String,
}

fn main() {}
