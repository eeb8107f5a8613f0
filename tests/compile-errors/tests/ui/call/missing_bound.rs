use godot_var::{Godot4, ToVariantBytes};

fn send<T>(message: &T) {
    let _ = message.to_variant_bytes::<Godot4>();
}

fn main() {}
