use godot_var::GodotVar;
use godot_var::{Godot4, ToVariantBytes};

#[derive(GodotVar)]
#[godot_var(tag = "type")]
enum Event<T> {
    Say { r#type: T },
    Leave,
}

#[derive(GodotVar)]
struct Entry<T> {
    id: u32,
    #[godot_var(flatten)]
    event: Event<T>,
}

pub fn send() {
    let _ = Entry { id: 1, event: Event::Say { r#type: 5 } }.to_variant_bytes::<Godot4>();
}

fn main() {}
