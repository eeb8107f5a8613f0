use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
enum Calls {
    Number(#[rpc(typed)] u8),
}

fn main() {}
