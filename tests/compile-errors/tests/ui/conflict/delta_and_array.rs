use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(array, delta)]
struct Player {
    hp: i32,
    name: String,
}

fn main() {}
