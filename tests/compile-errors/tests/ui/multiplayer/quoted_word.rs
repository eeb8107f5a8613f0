use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
enum Chat {
    #[rpc("any_peer")]
    Say,
}

fn main() {}
