use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
enum Chat {
    Say(#[rpc(default = 1)] u8, String),
}

fn main() {}
