use godot_var::multiplayer::GodotSync;

#[derive(GodotSync)]
struct Properties {
    #[sync(typed)]
    title: String,
}

fn main() {}
