use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(default)]
struct Chat {
    a: i32,
}

fn main() {}
