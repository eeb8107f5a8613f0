use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(skip_encoding_if = Option::is_none, default)]
    a: i32,
}

fn main() {}
