use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    a: Result<i32, String>,
}

fn main() {}
