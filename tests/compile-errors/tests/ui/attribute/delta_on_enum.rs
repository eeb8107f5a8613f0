use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(tag = "type", delta)]
enum Event {
    Moved { x: i32 },
    Stopped,
}

fn main() {}
