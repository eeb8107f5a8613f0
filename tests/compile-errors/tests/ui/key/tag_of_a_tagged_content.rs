use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(tag = "type")]
enum Shape {
    Circle { radius: f32 },
}

#[derive(GodotVar)]
#[godot_var(tag = "type")]
enum Event {
    Drawn(Shape),
}

fn main() {}
