use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(deny_unknown_fields)]
enum Mood {
    Happy,
    Sad,
}

fn main() {}
