use godot_var::GodotVar;

#[derive(GodotVar)]
struct Player {
    #[godot_var(default = "true")]
    alive: bool,
}

fn main() {}
