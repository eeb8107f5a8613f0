use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(layout = "0123456789abcdef")]
struct Pair<T> {
    a: T,
    b: T,
}

fn main() {}
