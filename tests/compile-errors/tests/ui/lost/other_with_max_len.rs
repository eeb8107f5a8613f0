use godot_var::GodotVar;

#[derive(GodotVar)]
enum Mood {
    Happy,
    #[godot_var(other)]
    Unknown(#[godot_var(max_len = 8)] String),
}

fn main() {}
