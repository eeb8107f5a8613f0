use godot_var::GodotVar;

#[derive(GodotVar)]
struct Id {
    x: i32,
}

#[derive(GodotVar)]
struct Chat {
    #[godot_var(max_len = 5)]
    a: Id,
}

fn main() {}
