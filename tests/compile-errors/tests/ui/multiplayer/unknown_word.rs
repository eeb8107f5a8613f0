use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
enum Chat {
    #[rpc(any_per)]
    Say,
}

fn main() {}
