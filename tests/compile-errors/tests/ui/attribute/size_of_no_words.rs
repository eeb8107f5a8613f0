use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(max_size = 42)]
struct Chat {
    number: i32,
}

fn main() {}
