use godot_var::GodotVar;
use godot_var::multiplayer::GodotRpc;

#[derive(GodotVar)]
struct Item {
    count: u8,
}

#[derive(GodotRpc)]
enum Chat {
    Give(#[rpc(default)] Item),
}

fn main() {}
