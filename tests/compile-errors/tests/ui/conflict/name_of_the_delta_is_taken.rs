use godot_var::GodotVar;

#[derive(Clone, PartialEq, GodotVar)]
#[godot_var(delta)]
struct Player {
    hp: i32,
}

struct PlayerDelta {
    hp: i32,
}

fn main() {}
