use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    a: usize,
}

fn main() {}
