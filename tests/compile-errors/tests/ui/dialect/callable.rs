use godot_var::layout::TypeLayout;
use godot_var::EncodeVariant;
use godot_var::values::Callable;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
struct Button {
    pressed: Callable,
}

const _: &TypeLayout = <Button as EncodeVariant<Godot3>>::LAYOUT;

fn main() {}
