use godot_var::layout::TypeLayout;
use godot_var::EncodeVariant;
use godot_var::math::Projection;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
#[godot_var(array, id)]
enum Message {
    #[godot_var(id = 1)]
    Leave,
    #[godot_var(id = 2)]
    Camera(Projection),
}

const _: &TypeLayout = <Message as EncodeVariant<Godot3>>::LAYOUT;

fn main() {}
