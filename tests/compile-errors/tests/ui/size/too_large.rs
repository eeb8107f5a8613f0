use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(max_size = 40)]
struct Player {
    id: i32,
    #[godot_var(max_len = 20)]
    name: String,
}

fn main() {}
