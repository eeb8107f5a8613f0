use godot_var::GodotVar;

struct Foreign;

#[derive(GodotVar)]
struct Chat {
    a: (i32, Foreign),
}

fn main() {}
