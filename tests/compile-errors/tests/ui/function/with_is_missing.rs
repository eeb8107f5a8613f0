use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(encode_with = missing)]
    a: i32,
}

fn main() {}
