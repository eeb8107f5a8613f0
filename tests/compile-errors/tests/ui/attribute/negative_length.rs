use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(max_len = -1)]
    text: String,
}

fn main() {}
