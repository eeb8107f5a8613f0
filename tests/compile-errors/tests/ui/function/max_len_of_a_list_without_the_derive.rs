use godot_var::GodotVar;

struct Player {
    name: String,
}

#[derive(GodotVar)]
struct Lobby {
    #[godot_var(max_len = 16)]
    players: Vec<Player>,
}

fn main() {}
