use godot_var::GodotVar;

struct Chat {
    text: String,
}

#[derive(GodotVar)]
enum Event {
    Chat { chat: Chat },
    Leave,
}

fn main() {}
