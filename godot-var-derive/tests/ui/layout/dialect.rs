use godot_var::{Facts, Godot3, GodotVar, Vector4, Wire};

#[derive(GodotVar)]
struct NotInGodot3(Vector4);

// A call of `to_variant_bytes` looks at the same constant.
const _: Facts = <NotInGodot3 as Wire<Godot3>>::FACTS;

fn main() {}
