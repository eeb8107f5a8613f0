use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(layout = "v1")]
struct NoDigits {
    a: i32,
}

#[derive(GodotVar)]
#[godot_var(repr = "int")]
enum TextAsNumber {
    #[godot_var(id = "one")]
    One,
}

fn main() {}
