use godot_var::Variant;
use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
enum Chat {
    Say(Option<Variant>),
}

fn main() {}
