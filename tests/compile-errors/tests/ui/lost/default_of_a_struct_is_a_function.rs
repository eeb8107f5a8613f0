use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(default = "new")]
struct Player {
    hp: i32,
}

fn new() -> Player {
    Player { hp: 100 }
}

fn main() {}
