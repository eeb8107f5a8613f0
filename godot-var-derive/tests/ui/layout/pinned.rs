use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(layout = "0123456789abcdef")]
struct Changed {
    nested: Vec<Inner>,
}

#[derive(GodotVar)]
struct Inner {
    a: i32,
}

#[derive(GodotVar)]
struct Repeats {
    a: i32,
    #[godot_var(flatten)]
    inner: Inner,
}

fn main() {}
