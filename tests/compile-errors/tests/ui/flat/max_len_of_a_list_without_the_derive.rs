use godot_var::GodotFlat;

struct Player {
    name: String,
}

#[derive(GodotFlat)]
struct Lobby {
    #[flat(max_len = 16)]
    players: Vec<Player>,
}

fn main() {}
