use godot_var::{FromVariantBytes, Godot4, GodotVar};

#[derive(GodotVar)]
struct Player<T> {
    #[godot_var(skip_encoding_if = never)]
    tag: T,
}

fn never<T>(_: &T) -> bool {
    false
}

fn main() {
    let _ = Player::<u8>::from_variant_bytes::<Godot4>(&[]);
}
