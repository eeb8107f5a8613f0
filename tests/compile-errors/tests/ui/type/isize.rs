use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    a: isize,
}

fn main() {}
