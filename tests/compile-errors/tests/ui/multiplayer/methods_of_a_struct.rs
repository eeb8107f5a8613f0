use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
struct Chat {
    text: String,
}

fn main() {}
