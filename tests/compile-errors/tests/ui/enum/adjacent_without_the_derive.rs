use godot_var::GodotVar;

struct Chat {
    text: String,
}

#[derive(GodotVar)]
#[godot_var(tag = "type", content = "data")]
enum Event {
    Chat(Chat),
    Leave,
}

fn main() {}
