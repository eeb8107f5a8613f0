use godot_var::GodotVar;

const BELOW: i8 = -3;

#[derive(GodotVar)]
#[godot_var(repr = "int")]
#[repr(i8)]
enum Team {
    Green = BELOW,
    Blue,
    #[godot_var(id = -2)]
    Red,
}

fn main() {}
