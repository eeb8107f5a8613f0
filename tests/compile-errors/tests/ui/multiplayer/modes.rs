use godot_var::multiplayer::GodotSync;

#[derive(GodotSync)]
struct Player {
    #[sync(never, on_change)]
    health: u8,
}

fn main() {}
