use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(layout = "0123456789abcdef")]
enum Mood {
    Happy,
    Sad,
}

fn main() {}
