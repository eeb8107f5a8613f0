use godot_var::multiplayer::GodotSync;

#[derive(GodotSync)]
enum Player {
    Alive,
}

fn main() {}
