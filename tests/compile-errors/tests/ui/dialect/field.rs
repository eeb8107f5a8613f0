use godot_var::math::Vector3i;
use godot_var::{Godot3, GodotVar, ToVariantBytes};

#[derive(GodotVar)]
struct Cell {
    id: u32,
    at: Vector3i,
}

fn main() {
    let cell = Cell { id: 1, at: Vector3i::ZERO };
    let _ = cell.to_variant_bytes::<Godot3>();
}
