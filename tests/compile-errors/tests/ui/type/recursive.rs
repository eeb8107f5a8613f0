use godot_var::GodotVar;

#[derive(GodotVar)]
struct Node {
    next: Option<Node>,
}

fn main() {}
