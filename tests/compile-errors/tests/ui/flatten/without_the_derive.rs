use godot_var::GodotVar;

struct Inner {
    x: i32,
}

#[derive(GodotVar)]
struct Outer {
    #[godot_var(flatten)]
    inner: Inner,
}

fn main() {}
