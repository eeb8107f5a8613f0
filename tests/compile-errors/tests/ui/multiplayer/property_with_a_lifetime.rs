use godot_var::multiplayer::GodotSync;

#[derive(GodotSync)]
struct Player<'a> {
    title: &'a str,
}

fn main() {}
