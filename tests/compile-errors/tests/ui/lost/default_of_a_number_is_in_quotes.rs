use godot_var::GodotVar;

#[derive(GodotVar)]
struct Player {
    #[godot_var(default = "-3")]
    hp: i32,
}

fn main() {}
