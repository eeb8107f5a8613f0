use godot_var::{FromVariantBytes, Godot4, GodotVar};

#[derive(GodotVar)]
#[godot_var(tag = "type", view(Debug))]
enum Event<T> {
    Moved { x: i32, by: T },
    Stopped,
}

fn read(bytes: &[u8]) -> Option<Event<u32>> {
    let view = EventView::from_variant_bytes::<Godot4>(bytes).ok()?;
    println!("{view:?}");
    Some(Event::from(view))
}

fn main() {
    if let Some(Event::Moved { x, by }) = read(&[]) {
        println!("{x} {by}");
    }
}
