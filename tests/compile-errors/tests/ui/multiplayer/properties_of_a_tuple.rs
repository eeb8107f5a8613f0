use godot_var::multiplayer::GodotSync;

#[derive(GodotSync)]
struct Player(u8);

fn main() {}
