use godot_var::GodotVar;

const TWO: isize = 2;

#[derive(GodotVar)]
#[godot_var(repr = "int")]
enum Team {
    #[godot_var(id = 2)]
    Red,
    Blue = TWO,
}

fn main() {}
