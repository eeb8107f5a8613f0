use godot_var::{GodotFlat, GodotVar};

#[derive(Clone, PartialEq, GodotVar, GodotFlat)]
#[godot_var(delta)]
#[flat(delta)]
struct Player {
    hp: i32,
    #[godot_var(skip)]
    seen: bool,
}

fn main() {}
