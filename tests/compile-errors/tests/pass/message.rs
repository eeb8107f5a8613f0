use godot_var::{Godot4, GodotVar, ToVariantBytes};

#[derive(GodotVar)]
struct Ping {
    at: u64,
}

fn main() {
    assert!(Ping { at: 1 }.to_variant_bytes::<Godot4>().is_ok());
}
