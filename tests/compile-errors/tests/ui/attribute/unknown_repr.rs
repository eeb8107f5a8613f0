use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(repr = "u64")]
enum Mood {
    Happy,
    Sad,
}

fn main() {}
