use godot_var::GodotVar;

#[derive(GodotVar)]
enum Mood {
    #[godot_var(nme = "glad")]
    Happy,
    Sad,
}

fn main() {}
