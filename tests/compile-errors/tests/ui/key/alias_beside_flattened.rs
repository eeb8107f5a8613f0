use godot_var::GodotVar;

#[derive(GodotVar)]
struct Inner {
    x: i32,
}

#[derive(GodotVar)]
struct Outer {
    #[godot_var(alias = "x")]
    y: i32,
    #[godot_var(flatten)]
    inner: Option<Inner>,
}

fn main() {}
