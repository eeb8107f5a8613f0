use godot_var::multiplayer::GodotSync;

#[derive(GodotSync)]
struct Player {
    health: usize,
}

fn main() {}
