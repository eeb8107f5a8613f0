use godot_var::GodotVar;

#[derive(GodotVar)]
struct Inner {
    x: i32,
}

#[derive(GodotVar)]
struct Outer {
    x: i32,
    #[godot_var(flatten)]
    inner: Inner,
}

fn main() {}
