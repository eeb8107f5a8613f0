use godot_var::GodotVar;

#[derive(GodotVar)]
struct Inner {
    #[godot_var(alias = "x")]
    y: i32,
}

#[derive(GodotVar)]
struct Outer {
    x: i32,
    #[godot_var(flatten)]
    inner: Inner,
}

fn main() {}
