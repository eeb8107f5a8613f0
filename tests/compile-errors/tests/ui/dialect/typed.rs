use godot_var::{FromVariantBytes, Godot3, GodotVar};

#[derive(GodotVar)]
struct Board {
    #[godot_var(typed)]
    scores: Vec<i64>,
}

fn main() {
    let _ = Board::from_variant_bytes::<Godot3>(&[]);
}
