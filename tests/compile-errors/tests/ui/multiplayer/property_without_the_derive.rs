use godot_var::multiplayer::GodotSync;

struct Foreign;

#[derive(GodotSync)]
struct Player {
    health: u8,
    #[sync(on_change)]
    foreign: Option<Foreign>,
}

fn main() {}
