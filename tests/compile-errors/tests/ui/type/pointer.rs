use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    a: *const i32,
}

fn main() {}
