use godot_var::{FromVariantBytes, Godot4};

struct Plain;

fn receive() {
    let _ = Plain::from_variant_bytes::<Godot4>(&[]);
}

fn main() {}
