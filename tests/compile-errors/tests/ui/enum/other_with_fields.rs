use godot_var::GodotVar;

#[derive(GodotVar)]
enum Mood {
    Happy,
    #[godot_var(other)]
    Other { name: String },
}

fn main() {}
