use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(as = "Strin")]
    text: String,
}

fn main() {}
