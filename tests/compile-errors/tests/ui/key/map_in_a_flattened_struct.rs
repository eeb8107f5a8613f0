use godot_var::GodotVar;

#[derive(GodotVar)]
struct Inner {
    #[godot_var(flatten)]
    rest: godot_var::Dictionary,
}

#[derive(GodotVar)]
struct Outer {
    #[godot_var(flatten)]
    inner: Inner,
    #[godot_var(flatten)]
    rest: godot_var::Dictionary,
}

fn main() {}
