use godot_var::multiplayer::GodotSync;

#[derive(GodotSync)]
struct Player {
    health: u8,
    #[sync(path = ".:health")]
    hp: u8,
}

fn main() {}
