use godot_var::GodotVar;

#[derive(GodotVar)]
struct Player {
    #[godot_var(gdscript = "1st")]
    hp: i32,
}

fn main() {}
