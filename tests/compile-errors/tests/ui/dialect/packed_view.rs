use godot_var::values::PackedView;
use godot_var::{FromVariantBytes, Godot3, GodotVar};

#[derive(GodotVar)]
struct Board<'a> {
    scores: PackedView<'a, i64>,
}

fn main() {
    let _ = Board::from_variant_bytes::<Godot3>(&[]);
}
