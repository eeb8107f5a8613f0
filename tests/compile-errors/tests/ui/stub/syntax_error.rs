use godot_var::GodotVar;
use godot_var::{Godot4, ToVariantBytes};

#[derive(GodotVar)]
pub struct Player<T> where T: Clone { hp: T name: String }

#[derive(GodotVar)]
struct Team {
    players: Vec<Player<i32>>,
}

pub fn send(player: &Player<i32>) -> Vec<u8> {
    let _ = Team { players: Vec::new() }.to_variant_bytes::<Godot4>();
    player.to_variant_bytes::<Godot4>().unwrap()
}

fn main() {}
