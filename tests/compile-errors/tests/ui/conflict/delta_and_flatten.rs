use godot_var::GodotVar;

#[derive(Clone, PartialEq, GodotVar)]
struct Stats {
    hp: i32,
}

#[derive(GodotVar)]
#[godot_var(delta)]
struct Player {
    name: String,
    #[godot_var(flatten)]
    stats: Stats,
}

fn main() {}
