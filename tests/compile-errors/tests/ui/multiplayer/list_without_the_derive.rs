use godot_var::multiplayer::GodotRpc;

struct Foreign;

#[derive(GodotRpc)]
enum Chat {
    Say(Vec<Foreign>, String),
}

fn main() {}
