use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(tag = "type")]
enum Event {
    Move(i32, i32),
}

fn main() {}
