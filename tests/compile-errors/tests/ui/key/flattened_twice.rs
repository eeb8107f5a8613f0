use godot_var::GodotVar;

#[derive(GodotVar)]
struct Inner {
    x: i32,
}

#[derive(GodotVar)]
struct Outer {
    #[godot_var(flatten)]
    one: Inner,
    #[godot_var(flatten)]
    other: Inner,
}

fn main() {}
