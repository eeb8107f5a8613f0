use godot_var::layout::TypeLayout;
use godot_var::EncodeVariant;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
struct Board {
    #[godot_var(typed)]
    scores: Vec<i64>,
}

const _: &TypeLayout = <Board as EncodeVariant<Godot3>>::LAYOUT;

fn main() {}
