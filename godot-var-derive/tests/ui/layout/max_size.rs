use godot_var::layout::{Facts, Wire};
use godot_var::{Godot4, GodotVar};

#[derive(GodotVar)]
#[godot_var(max_size = 8)]
struct TooSmall {
    a: i32,
    b: i32,
}

#[derive(GodotVar)]
#[godot_var(max_size = 1200)]
struct Unbounded {
    a: String,
}

// A call of `to_variant_bytes` looks at the same constants.
const _: Facts = <TooSmall as Wire<Godot4>>::FACTS;
const _: Facts = <Unbounded as Wire<Godot4>>::FACTS;

fn main() {}
