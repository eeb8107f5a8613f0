use godot_var::GodotVar;

#[derive(GodotVar)]
enum Mood {
    Happy,
    #[godot_var(rename = "Happy")]
    Glad,
}

fn main() {}
