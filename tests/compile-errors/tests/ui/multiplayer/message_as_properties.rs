use godot_var::GodotVar;
use godot_var::multiplayer::MultiplayerSynchronizer;

#[derive(GodotVar)]
struct Player {
    health: i32,
}

fn main() {
    let _ = MultiplayerSynchronizer::new(&Player { health: 1 });
}
