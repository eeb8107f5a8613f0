use godot_var::GodotVar;

#[derive(GodotVar)]
enum Mood {
    Happy,
    #[godot_var(other)]
    A(String),
    #[godot_var(other)]
    B(String),
}

fn main() {}
