use godot_var::GodotVar;

#[derive(GodotVar)]
enum Mood {
    #[godot_var(id = 5)]
    Happy,
}

fn main() {}
