use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(repr = "int")]
enum Mood {
    #[godot_var(rename = "glad")]
    Happy,
}

fn main() {}
