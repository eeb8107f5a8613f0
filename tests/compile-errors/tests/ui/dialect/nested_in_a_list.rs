use godot_var::layout::TypeLayout;
use godot_var::EncodeVariant;
use godot_var::math::Vector3i;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
struct Cell {
    at: Vector3i,
}

#[derive(GodotVar)]
struct Map {
    cells: Vec<Cell>,
}

const _: &TypeLayout = <Map as EncodeVariant<Godot3>>::LAYOUT;

fn main() {}
