use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(as = "Array")]
    a: i32,
}

fn main() {}
