use godot_var::math::Rect2i;
use godot_var::{FromVariantBytes, Godot3, GodotVar};

#[derive(GodotVar)]
struct Map {
    area: Option<Rect2i>,
}

fn main() {
    let _ = Map::from_variant_bytes::<Godot3>(&[]);
}
