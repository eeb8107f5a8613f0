use godot_var::{Godot4, GodotVar, ToVariantBytes, Variant};

#[derive(GodotVar)]
struct Slot<T> {
    item: Option<T>,
}

fn main() {
    let _ = Slot { item: Some(Variant::Nil) }.to_variant_bytes::<Godot4>();
}
