use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(skip_encoding, skip_decoding)]
    text: String,
}

fn main() {}
