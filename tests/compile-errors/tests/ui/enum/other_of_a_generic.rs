use godot_var::{FromVariantBytes, Godot4, GodotVar};

#[derive(GodotVar)]
#[godot_var(repr = "int")]
enum Team<T> {
    Red,
    #[godot_var(other)]
    Unknown(T),
}

fn main() {
    let _ = Team::<u8>::from_variant_bytes::<Godot4>(&[]);
}
