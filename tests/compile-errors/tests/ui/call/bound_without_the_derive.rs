use godot_var::ToVariantBytes;

struct Plain;

fn send<T: ToVariantBytes>(_message: &T) {}

fn call() {
    send(&Plain);
}

fn main() {}
