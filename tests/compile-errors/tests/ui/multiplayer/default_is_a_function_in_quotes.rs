use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
enum Chat {
    Say {
        text: String,
        #[rpc(default = "one")]
        times: u8,
    },
}

fn main() {}
