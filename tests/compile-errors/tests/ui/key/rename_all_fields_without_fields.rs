use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(rename_all_fields = "camelCase")]
enum Mood {
    Happy,
    Sad,
}

fn main() {}
