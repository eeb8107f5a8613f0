use godot_var::layout::Facts;
use godot_var::EncodeVariant;
use godot_var::math::Vector3i;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
#[godot_var(tag = "type")]
enum Message {
    Leave,
    Move { to: Vector3i },
}

const _: Facts = <Message as EncodeVariant<Godot3>>::FACTS;

fn main() {}
