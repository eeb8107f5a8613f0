use godot_var::GodotVar;

#[derive(GodotVar)]
struct Own {
    x: i32,
    #[godot_var(flatten)]
    next: Option<Box<Own>>,
}

fn main() {}
