use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    a: fn(i32) -> i32,
}

fn main() {}
