use godot_var::math::Vector3i;
use godot_var::{FromVariantBytes, Godot3, GodotVar};

#[derive(GodotVar)]
#[godot_var(tag = "type")]
enum Message {
    Leave,
    Move { to: Vector3i },
}

fn main() {
    let _ = Message::from_variant_bytes::<Godot3>(&[]);
}
