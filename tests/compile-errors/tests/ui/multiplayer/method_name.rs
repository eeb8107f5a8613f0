use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
enum Chat {
    #[rpc(rename = "say()")]
    Say,
}

fn main() {}
