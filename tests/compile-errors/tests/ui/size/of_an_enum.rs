use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(max_size = 8)]
enum Event {
    Moved { x: f32, y: f32 },
    Leave,
}

fn main() {}
