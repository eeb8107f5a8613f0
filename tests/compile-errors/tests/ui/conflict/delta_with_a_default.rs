use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(delta(Debug, Default))]
struct Player {
    hp: i32,
}

fn main() {}
