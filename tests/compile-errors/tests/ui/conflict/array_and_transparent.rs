use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(array, transparent)]
struct Chat {
    text: String,
}

fn main() {}
