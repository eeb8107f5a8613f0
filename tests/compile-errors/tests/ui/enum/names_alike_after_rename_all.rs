use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(rename_all = "lowercase")]
enum Mood {
    Happy,
    HAPPY,
}

fn main() {}
