use godot_var::{FromVariantBytes, Godot4, GodotVar, ToVariantBytes};

#[derive(GodotVar)]
struct Slot<T> {
    item: Option<T>,
}

fn main() {
    let slot = Slot { item: Some(Some(1)) };
    let bytes = slot.to_variant_bytes::<Godot4>().unwrap();
    let _ = Slot::<Option<i32>>::from_variant_bytes::<Godot4>(&bytes);
}
