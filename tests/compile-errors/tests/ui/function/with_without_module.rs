use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(with = seconds)]
    a: i32,
}

fn main() {}
