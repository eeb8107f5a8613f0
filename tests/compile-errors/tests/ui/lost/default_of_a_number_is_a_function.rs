use godot_var::GodotVar;

fn full() -> i32 {
    100
}

#[derive(GodotVar)]
struct Player {
    #[godot_var(default = "full")]
    hp: i32,
}

fn main() {}
