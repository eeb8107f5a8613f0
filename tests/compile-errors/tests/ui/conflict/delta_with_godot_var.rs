use godot_var::GodotVar;

#[derive(Clone, PartialEq, GodotVar)]
#[godot_var(delta(Debug, GodotVar))]
struct Player {
    hp: i32,
}

fn main() {}
