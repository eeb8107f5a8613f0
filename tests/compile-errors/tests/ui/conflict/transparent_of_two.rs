use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(transparent)]
struct Chat {
    number: i32,
    text: String,
}

fn main() {}
