use godot_var::layout::Facts;
use godot_var::EncodeVariant;
use godot_var::math::Vector4;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
struct Turn(Vector4);

// A call of `to_variant_bytes` looks at the same constant.
const _: Facts = <Turn as EncodeVariant<Godot3>>::FACTS;

fn main() {}
