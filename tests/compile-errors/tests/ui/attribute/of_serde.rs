use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(serialize_with = "f")]
    text: String,
}

fn main() {}
