use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    kind: i32,
}

#[derive(GodotVar)]
#[godot_var(tag = "kind")]
enum Event {
    Chat(Chat),
}

fn main() {}
