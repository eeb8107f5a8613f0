use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(tag = "type")]
enum Event {
    Chat(String),
    Leave,
}

fn main() {}
