use godot_var::multiplayer::{GodotSync, Node};

#[derive(GodotSync)]
struct Player {
    health: i32,
}

fn main() {
    Node::of::<Player>();
}
