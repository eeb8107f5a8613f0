use godot_var::layout::Facts;
use godot_var::EncodeVariant;
use godot_var::values::PackedView;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
struct Board<'a> {
    scores: PackedView<'a, i64>,
}

const _: Facts = <Board<'static> as EncodeVariant<Godot3>>::FACTS;

fn main() {}
