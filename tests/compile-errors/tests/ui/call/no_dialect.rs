use godot_var::{FromVariantBytes, Variant};

fn receive() {
    let _ = i32::from_variant_bytes::<Variant>(&[]);
}

fn main() {}
