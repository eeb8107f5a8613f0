use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
union Chat {
    number: u32,
}

fn main() {}
