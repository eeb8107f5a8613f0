use godot_var::{Godot4, GodotVar, ToVariantBytes};

#[derive(GodotVar)]
struct Player {
    hp: i32,
}

fn main() {
    let messages: Vec<Box<dyn ToVariantBytes>> = vec![Box::new(Player { hp: 1 })];
    for message in &messages {
        let _ = message.to_variant_bytes::<Godot4>();
    }
}
