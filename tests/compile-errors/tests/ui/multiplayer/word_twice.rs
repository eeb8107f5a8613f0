use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
enum Chat {
    #[rpc(reliable, reliable)]
    Say,
}

fn main() {}
