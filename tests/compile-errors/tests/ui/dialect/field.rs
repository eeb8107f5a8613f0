use godot_var::layout::TypeLayout;
use godot_var::EncodeVariant;
use godot_var::math::Vector3i;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
struct Cell {
    id: u32,
    at: Vector3i,
}

const _: &TypeLayout = <Cell as EncodeVariant<Godot3>>::LAYOUT;

fn main() {}
