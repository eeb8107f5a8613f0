use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(default = "text")]
    a: i32,
}

fn main() {}
