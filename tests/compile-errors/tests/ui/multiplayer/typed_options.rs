use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
enum Calls {
    Numbers(#[rpc(typed)] Vec<Option<u8>>),
}

fn main() {}
