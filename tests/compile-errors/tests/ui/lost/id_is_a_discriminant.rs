use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(repr = "int")]
enum Team {
    Red = 4,
    #[godot_var(id = 4)]
    Blue,
}

fn main() {}
