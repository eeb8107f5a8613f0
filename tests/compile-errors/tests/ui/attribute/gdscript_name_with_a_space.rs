use godot_var::GodotVar;

#[derive(GodotVar)]
struct Player {
    #[godot_var(gdscript = "hit points")]
    hp: i32,
}

fn main() {}
