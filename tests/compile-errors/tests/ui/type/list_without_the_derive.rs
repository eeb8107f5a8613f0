use godot_var::GodotVar;

struct Foreign;

#[derive(GodotVar)]
struct Chat {
    a: Vec<Foreign>,
}

fn main() {}
