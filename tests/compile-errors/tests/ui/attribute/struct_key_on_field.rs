use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(rename_all = "camelCase")]
    text: String,
}

fn main() {}
