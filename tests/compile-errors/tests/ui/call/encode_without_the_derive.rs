use godot_var::{Godot4, ToVariantBytes};

struct Plain;

fn send() {
    let _ = Plain.to_variant_bytes::<Godot4>();
}

fn main() {}
