use godot_var::multiplayer::*;

#[derive(GodotRpc)]
enum Chat {
    Say { span: std::ops::Range<i32> },
}

fn main() {}
