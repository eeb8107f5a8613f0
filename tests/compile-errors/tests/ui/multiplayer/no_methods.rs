use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
enum Chat {}

fn main() {}
