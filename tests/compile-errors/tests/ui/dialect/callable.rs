use godot_var::values::Callable;
use godot_var::{FromVariantBytes, Godot3, GodotVar};

#[derive(GodotVar)]
struct Button {
    pressed: Callable,
}

fn main() {
    let _ = Button::from_variant_bytes::<Godot3>(&[]);
}
