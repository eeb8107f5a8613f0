use godot_var::math::Vector3i;
use godot_var::{FromVariantBytes, Godot3, GodotVar};

#[derive(GodotVar)]
struct Cell {
    id: u32,
    at: Vector3i,
}

fn main() {
    let _ = Cell::from_variant_bytes::<Godot3>(&[]);
}
