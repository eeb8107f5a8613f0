use godot_var::{Godot4, GodotVar, ToVariantBytes};

struct Item {
    id: u32,
}

#[derive(GodotVar)]
struct Envelope<T> {
    sequence: u32,
    body: T,
}

fn main() {
    let envelope = Envelope { sequence: 1, body: Item { id: 1 } };
    let _ = envelope.to_variant_bytes::<Godot4>();
}
