use godot_var::GodotVar;
use godot_var::{Godot4, ToVariantBytes};

#[derive(GodotVar)]
#[godot_var(renam = "x")]
struct Say {
    text: String,
}

#[derive(GodotVar)]
#[godot_var(tag = "type")]
enum Event {
    Say(Say),
    Leave,
}

fn main() {
    let _ = Event::Leave.to_variant_bytes::<Godot4>();
}
