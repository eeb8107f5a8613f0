use godot_var::layout::Facts;
use godot_var::EncodeVariant;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
struct Board {
    #[godot_var(typed)]
    scores: Vec<i64>,
}

const _: Facts = <Board as EncodeVariant<Godot3>>::FACTS;

fn main() {}
