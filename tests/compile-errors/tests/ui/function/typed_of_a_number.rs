use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(typed)]
    a: i32,
}

fn main() {}
