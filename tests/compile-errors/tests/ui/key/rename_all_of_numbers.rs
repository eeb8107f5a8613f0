use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(repr = "int", rename_all = "camelCase")]
enum Mood {
    VeryHappy,
    Sad,
}

fn main() {}
