use godot_var::math::Vector3i;
use godot_var::{Godot3, GodotVar, ToVariantBytes};

#[derive(GodotVar)]
struct Cell {
    at: Vector3i,
}

#[derive(GodotVar)]
struct Map {
    start: Cell,
}

fn main() {
    let map = Map { start: Cell { at: Vector3i::ZERO } };
    let _ = map.to_variant_bytes::<Godot3>();
}
