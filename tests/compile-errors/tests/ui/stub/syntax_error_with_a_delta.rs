use godot_var::GodotVar;

#[derive(Clone, PartialEq, GodotVar)]
#[godot_var(delta)]
struct Player {
    name: String
    hp: i32,
}

fn changes(old: &Player, new: &Player) -> PlayerDelta {
    new.changes_since(old)
}

fn main() {}
