use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(as = "StringName")]
    a: i32,
}

fn main() {}
