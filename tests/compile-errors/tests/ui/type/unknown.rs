use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    a: Missing,
}

fn main() {}
