use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(with = module, max_len = 5)]
    text: String,
}

fn main() {}
