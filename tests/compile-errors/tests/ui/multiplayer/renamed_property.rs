use godot_var::multiplayer::GodotSync;

#[derive(GodotSync)]
struct Player {
    #[sync(rename = "hp")]
    health: u8,
}

fn main() {}
