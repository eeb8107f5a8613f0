use godot_var::GodotVar;
use godot_var::ToVariantBytes;

struct Plain;

#[derive(GodotVar)]
struct Pair<T> {
    a: T,
    b: T,
}

fn send<T: ToVariantBytes>(_message: &T) {}

fn call() {
    send(&Pair { a: Plain, b: Plain });
}

fn main() {}
