use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(max_len = 5)]
    a: i32,
}

fn main() {}
