use godot_var::multiplayer::GodotSync;

#[derive(GodotSync)]
struct Player {
    #[sync(path = "frame")]
    frame: u8,
}

fn main() {}
