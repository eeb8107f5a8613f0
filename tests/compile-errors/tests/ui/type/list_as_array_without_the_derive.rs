use godot_var::GodotVar;

struct Player {
    name: String,
}

#[derive(GodotVar)]
struct Lobby {
    #[godot_var(as = "Array")]
    players: Vec<Player>,
}

fn main() {}
