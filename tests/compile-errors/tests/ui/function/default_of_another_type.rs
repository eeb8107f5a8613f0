use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(default = "a text")]
    a: i32,
}

fn main() {}
