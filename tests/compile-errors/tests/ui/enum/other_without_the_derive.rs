use godot_var::GodotVar;

struct Raw;

#[derive(GodotVar)]
enum Mood {
    Happy,
    #[godot_var(other)]
    Other(Raw),
}

fn main() {}
