use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(flatten)]
    number: i32,
}

fn main() {}
