use godot_var::GodotVar;

#[derive(Clone, PartialEq, GodotVar)]
#[godot_var(view, delta)]
struct Player {
    name: String
    hp: i32,
}

fn changes(old: &Player, new: &Player) -> PlayerDelta {
    new.changes_since(old)
}

fn keep(view: PlayerView<'_>) -> Player {
    view.into()
}

fn main() {}
