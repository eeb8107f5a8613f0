use godot_var::GodotVar;

type Number = u8;

#[derive(GodotVar)]
#[godot_var(repr = "int")]
enum Team {
    Red,
    #[godot_var(other)]
    Unknown(Number),
}

fn main() {}
