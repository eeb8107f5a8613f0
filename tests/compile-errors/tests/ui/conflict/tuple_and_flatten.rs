use godot_var::GodotVar;

#[derive(GodotVar)]
struct Inner {
    x: i32,
}

#[derive(GodotVar)]
struct Outer(i32, #[godot_var(flatten)] Inner);

fn main() {}
