use godot_var::GodotVar;

#[derive(GodotVar)]
enum Shape {
    Circle { radius: f32 },
}

#[derive(GodotVar)]
struct Drawing {
    #[godot_var(flatten)]
    shape: Shape,
}

fn main() {}
