use godot_var::layout::TypeLayout;
use godot_var::EncodeVariant;
use godot_var::math::Vector2i;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
#[godot_var(array)]
struct Cell {
    id: u32,
    at: Vector2i,
}

const _: &TypeLayout = <Cell as EncodeVariant<Godot3>>::LAYOUT;

fn main() {}
