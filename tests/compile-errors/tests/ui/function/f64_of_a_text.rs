use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(f64)]
    a: String,
}

fn main() {}
