use godot_var::GodotVar;

struct Foreign;

#[derive(GodotVar)]
struct Chat {
    a: [Foreign; 3],
}

fn main() {}
