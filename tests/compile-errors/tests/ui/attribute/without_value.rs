use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(rename)]
    text: String,
}

fn main() {}
