use std::collections::BTreeMap;

use godot_var::GodotFlat;

struct Player {
    name: String,
}

#[derive(GodotFlat)]
struct Lobby {
    #[flat(len = u8)]
    players: BTreeMap<String, Player>,
}

fn main() {}
