use godot_var::layout::TypeLayout;
use godot_var::EncodeVariant;
use godot_var::math::Vector3i;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
struct Envelope<T> {
    body: T,
}

const _: &TypeLayout = <Envelope<Vector3i> as EncodeVariant<Godot3>>::LAYOUT;

fn main() {}
