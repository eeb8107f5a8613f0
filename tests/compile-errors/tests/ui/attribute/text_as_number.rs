use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(rename = 5)]
    text: String,
}

fn main() {}
