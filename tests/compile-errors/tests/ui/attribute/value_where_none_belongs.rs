use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(skip = true)]
    text: String,
}

fn main() {}
