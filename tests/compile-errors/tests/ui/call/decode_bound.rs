use godot_var::FromVariantBytes;

struct Plain;

fn receive<T: for<'de> FromVariantBytes<'de>>() {}

fn call() {
    receive::<Plain>();
}

fn main() {}
