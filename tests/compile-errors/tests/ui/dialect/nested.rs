use godot_var::layout::Facts;
use godot_var::EncodeVariant;
use godot_var::math::Vector3i;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
struct Cell {
    at: Vector3i,
}

#[derive(GodotVar)]
struct Map {
    start: Cell,
}

const _: Facts = <Map as EncodeVariant<Godot3>>::FACTS;

fn main() {}
