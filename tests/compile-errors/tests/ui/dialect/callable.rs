use godot_var::layout::Facts;
use godot_var::EncodeVariant;
use godot_var::values::Callable;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
struct Button {
    pressed: Callable,
}

const _: Facts = <Button as EncodeVariant<Godot3>>::FACTS;

fn main() {}
