use godot_var::layout::Facts;
use godot_var::EncodeVariant;
use godot_var::math::Vector3i;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
struct Map {
    cells: Vec<Vector3i>,
}

const _: Facts = <Map as EncodeVariant<Godot3>>::FACTS;

fn main() {}
