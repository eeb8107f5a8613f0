use godot_var::math::Vector2i;
use godot_var::{FromVariantBytes, Godot3, GodotVar};

#[derive(GodotVar)]
#[godot_var(array)]
struct Cell {
    id: u32,
    at: Vector2i,
}

fn main() {
    let _ = Cell::from_variant_bytes::<Godot3>(&[]);
}
