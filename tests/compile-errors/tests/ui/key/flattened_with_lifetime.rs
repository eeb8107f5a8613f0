use godot_var::GodotVar;

#[derive(GodotVar)]
struct Inner<'a> {
    x: &'a str,
}

#[derive(GodotVar)]
struct Outer<'a> {
    x: i32,
    #[godot_var(flatten)]
    inner: Inner<'a>,
}

fn main() {}
