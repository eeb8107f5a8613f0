use godot_var::multiplayer::GodotRpc;
use std::collections::HashMap;

struct Foreign;

#[derive(GodotRpc)]
enum Chat {
    Say(HashMap<Foreign, u8>),
}

fn main() {}
