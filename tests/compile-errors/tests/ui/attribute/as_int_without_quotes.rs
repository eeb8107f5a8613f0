use godot_var::GodotVar;

#[derive(GodotVar)]
struct Player {
    #[godot_var(as = int)]
    alive: bool,
}

fn main() {}
