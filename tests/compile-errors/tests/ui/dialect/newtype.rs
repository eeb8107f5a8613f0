use godot_var::math::Vector4;
use godot_var::{FromVariantBytes, Godot3, GodotVar};

#[derive(GodotVar)]
struct Turn(Vector4);

fn main() {
    let _ = Turn::from_variant_bytes::<Godot3>(&[]);
}
