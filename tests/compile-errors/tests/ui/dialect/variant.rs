use godot_var::layout::TypeLayout;
use godot_var::EncodeVariant;
use godot_var::math::Vector3i;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
#[godot_var(tag = "type")]
enum Message {
    Leave,
    Move { to: Vector3i },
}

const _: &TypeLayout = <Message as EncodeVariant<Godot3>>::LAYOUT;

fn main() {}
