use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(default = missing())]
    a: i32,
}

fn main() {}
