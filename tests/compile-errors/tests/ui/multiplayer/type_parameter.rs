use godot_var::multiplayer::GodotRpc;

#[derive(GodotRpc)]
enum Chat<T> {
    Say(T),
}

fn main() {}
