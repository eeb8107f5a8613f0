use godot_var::GodotVar;

#[derive(GodotVar)]
enum Mood {
    Happy,
    #[godot_var(other)]
    Unknown(i64),
}

fn main() {}
