use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(tag = "kind")]
enum Event {
    Spawned { kind: i32 },
}

fn main() {}
