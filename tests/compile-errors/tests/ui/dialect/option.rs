use godot_var::layout::Facts;
use godot_var::EncodeVariant;
use godot_var::math::Rect2i;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
struct Map {
    area: Option<Rect2i>,
}

const _: Facts = <Map as EncodeVariant<Godot3>>::FACTS;

fn main() {}
