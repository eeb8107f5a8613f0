use godot_var::GodotVar;

#[derive(GodotVar)]
enum Mood {
    Happy,
    #[godot_var(alias = "Happy")]
    Glad,
}

fn main() {}
