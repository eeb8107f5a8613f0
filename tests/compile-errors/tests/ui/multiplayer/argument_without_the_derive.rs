use godot_var::multiplayer::GodotRpc;

struct Foreign;

#[derive(GodotRpc)]
enum Chat<'a> {
    Say { text: &'a str, foreign: Foreign },
    Quit(u8),
}

fn main() {}
