use godot_var::layout::Facts;
use godot_var::EncodeVariant;
use godot_var::{Godot4, GodotVar};

#[derive(GodotVar)]
struct Player<T> {
    #[godot_var(skip_encoding_if = never)]
    tag: T,
}

fn never<T>(_: &T) -> bool {
    false
}

// A call of `to_variant_bytes` looks at the same constant.
const _: Facts = <Player<u8> as EncodeVariant<Godot4>>::FACTS;

fn main() {}
