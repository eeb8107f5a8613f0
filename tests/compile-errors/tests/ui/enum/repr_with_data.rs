use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(repr = "int")]
enum Event {
    Chat(String),
    Leave,
}

fn main() {}
