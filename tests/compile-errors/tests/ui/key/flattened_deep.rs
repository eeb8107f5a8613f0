use godot_var::GodotVar;

#[derive(GodotVar)]
struct Deep {
    x: i32,
}

#[derive(GodotVar)]
struct Inner {
    y: i32,
    #[godot_var(flatten)]
    deep: Deep,
}

#[derive(GodotVar)]
struct Outer {
    x: i32,
    #[godot_var(flatten)]
    inner: Inner,
}

fn main() {}
