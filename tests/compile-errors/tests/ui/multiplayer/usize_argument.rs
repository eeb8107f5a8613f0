use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
enum Chat {
    Say { times: usize },
}

fn main() {}
