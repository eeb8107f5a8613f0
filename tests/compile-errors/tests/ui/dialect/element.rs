use godot_var::layout::Facts;
use godot_var::EncodeVariant;
use godot_var::math::Vector2i;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
#[godot_var(array)]
struct Cell {
    id: u32,
    at: Vector2i,
}

const _: Facts = <Cell as EncodeVariant<Godot3>>::FACTS;

fn main() {}
