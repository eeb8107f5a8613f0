use godot_var::{Godot4, GodotVar, ToVariantBytes};

#[derive(GodotVar)]
struct Player {
    hp: i32,
}

fn main() {
    let players = [Player { hp: 1 }];
    let _ = players.iter().to_variant_bytes::<Godot4>();
}
