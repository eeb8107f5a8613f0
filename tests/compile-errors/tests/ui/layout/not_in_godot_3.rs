use godot_var::layout::{Facts, Wire};
use godot_var::math::Vector4;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
struct Turn(Vector4);

// A call of `to_variant_bytes` looks at the same constant.
const _: Facts = <Turn as Wire<Godot3>>::FACTS;

fn main() {}
