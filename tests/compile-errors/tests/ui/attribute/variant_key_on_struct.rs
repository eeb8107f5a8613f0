use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(other)]
struct Chat {
    text: String,
}

fn main() {}
