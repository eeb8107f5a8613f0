use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
enum Chat {
    Say {
        #[rpc(default = 1.5)]
        times: u8,
    },
}

fn main() {}
