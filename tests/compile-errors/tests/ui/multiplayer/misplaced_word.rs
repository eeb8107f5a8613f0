use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
#[rpc(any_peer)]
enum Chat {
    Say,
}

fn main() {}
