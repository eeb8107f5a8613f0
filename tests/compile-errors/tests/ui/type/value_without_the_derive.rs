use godot_var::GodotVar;

struct Foreign;

#[derive(GodotVar)]
struct Chat {
    a: std::collections::HashMap<String, Foreign>,
}

fn main() {}
