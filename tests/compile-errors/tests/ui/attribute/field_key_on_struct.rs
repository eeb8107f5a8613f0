use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(flatten)]
struct Chat {
    text: String,
}

fn main() {}
