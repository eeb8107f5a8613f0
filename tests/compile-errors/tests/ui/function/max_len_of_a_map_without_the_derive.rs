use std::collections::BTreeMap;

use godot_var::GodotVar;

struct Player {
    name: String,
}

#[derive(GodotVar)]
struct Lobby {
    #[godot_var(max_len = 16)]
    players: Option<BTreeMap<String, Player>>,
}

fn main() {}
