use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(repr = "int")]
enum Team {
    #[godot_var(id = 1)]
    Red,
    Blue,
}

fn main() {}
