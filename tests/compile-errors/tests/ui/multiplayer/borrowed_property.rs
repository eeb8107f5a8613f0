use godot_var::multiplayer::GodotSync;

#[derive(GodotSync)]
struct Player {
    title: &'static str,
}

fn main() {}
