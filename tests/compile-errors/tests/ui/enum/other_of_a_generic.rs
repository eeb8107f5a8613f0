use godot_var::layout::Facts;
use godot_var::EncodeVariant;
use godot_var::{Godot4, GodotVar};

#[derive(GodotVar)]
#[godot_var(repr = "int")]
enum Team<T> {
    Red,
    #[godot_var(other)]
    Unknown(T),
}

// A call of `to_variant_bytes` looks at the same constant.
const _: Facts = <Team<u8> as EncodeVariant<Godot4>>::FACTS;

fn main() {}
