use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(repr = "u8")]
enum Mood {
    Happy,
    Sad,
}

fn main() {}
