use godot_var::GodotVar;

#[derive(GodotVar)]
enum Mood {
    #[godot_var(skip)]
    Happy,
}

fn main() {}
