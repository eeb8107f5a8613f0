use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(rename_al = "camelCase")]
struct Chat {
    text: String,
}

fn main() {}
