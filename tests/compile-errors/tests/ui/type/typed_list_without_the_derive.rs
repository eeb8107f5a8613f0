use godot_var::GodotVar;

struct Player {
    name: String,
}

#[derive(GodotVar)]
struct Lobby {
    #[godot_var(typed)]
    players: Vec<Player>,
}

fn main() {}
