use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(view("Debug"))]
struct Chat {
    text: String,
}

fn main() {}
