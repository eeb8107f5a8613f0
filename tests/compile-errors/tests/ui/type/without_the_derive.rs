use godot_var::GodotVar;

struct Foreign {
    x: i32,
}

#[derive(GodotVar)]
struct Chat {
    a: Foreign,
}

fn main() {}
