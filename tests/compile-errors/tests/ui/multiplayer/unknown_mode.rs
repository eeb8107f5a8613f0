use godot_var::multiplayer::GodotSync;

#[derive(GodotSync)]
struct Player {
    #[sync(on_changed)]
    health: u8,
}

fn main() {}
