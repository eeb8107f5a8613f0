use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(max_size = 40)]
#[godot_var(max_size = 80)]
struct Chat {
    number: i32,
}

fn main() {}
