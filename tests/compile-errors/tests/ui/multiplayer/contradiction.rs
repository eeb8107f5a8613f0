use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
enum Chat {
    #[rpc(any_peer, authority)]
    Say,
}

fn main() {}
