use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(layout = "0123456789abcdef")]
struct Player {
    id: i32,
}

fn main() {}
