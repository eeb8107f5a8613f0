use godot_var::GodotVar;

#[derive(GodotVar)]
enum Mood {
    #[godot_var(rename_all = "camelCase")]
    VeryHappy,
    Sad,
}

fn main() {}
