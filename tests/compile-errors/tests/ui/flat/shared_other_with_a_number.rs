use godot_var::{GodotFlat, GodotVar};

#[derive(GodotFlat, GodotVar)]
#[godot_var(repr = "int")]
enum Weapon {
    Sword,
    #[godot_var(other)]
    Newer(i64),
}

fn main() {}
