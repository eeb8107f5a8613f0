use godot_var::layout::TypeLayout;
use godot_var::EncodeVariant;
use godot_var::values::PackedView;
use godot_var::{Godot3, GodotVar};

#[derive(GodotVar)]
struct Board<'a> {
    scores: PackedView<'a, i64>,
}

const _: &TypeLayout = <Board<'static> as EncodeVariant<Godot3>>::LAYOUT;

fn main() {}
