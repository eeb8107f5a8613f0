use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
enum Chat {
    #[rpc(channel = 300)]
    Say,
}

fn main() {}
