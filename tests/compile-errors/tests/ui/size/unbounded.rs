use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(max_size = 1200)]
struct Player {
    id: i32,
    name: String,
}

fn main() {}
