use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
enum Chat {
    #[rpc(remotesync)]
    Say,
}

fn main() {}
