use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var = "camelCase"]
struct Chat {
    text: String,
}

fn main() {}
