use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(tagg = "type")]
enum Mood {
    Happy,
    Sad,
}

fn main() {}
