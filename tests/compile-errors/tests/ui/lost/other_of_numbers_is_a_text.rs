use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(repr = "int")]
enum Team {
    Red,
    #[godot_var(other)]
    Unknown(String),
}

fn main() {}
