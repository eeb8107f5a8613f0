use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(tag = "kind")]
enum Shape {
    Circle { radius: f32 },
}

#[derive(GodotVar)]
struct Drawing {
    kind: String,
    #[godot_var(flatten)]
    shape: Shape,
}

fn main() {}
