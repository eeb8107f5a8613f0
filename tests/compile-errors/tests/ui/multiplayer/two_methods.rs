use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
enum Chat {
    Say { text: String },
    #[rpc(rename = "say")]
    Shout { text: String },
}

fn main() {}
