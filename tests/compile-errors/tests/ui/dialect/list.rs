use godot_var::math::Vector3i;
use godot_var::{FromVariantBytes, Godot3, GodotVar};

#[derive(GodotVar)]
struct Map {
    cells: Vec<Vector3i>,
}

fn main() {
    let _ = Map::from_variant_bytes::<Godot3>(&[]);
}
