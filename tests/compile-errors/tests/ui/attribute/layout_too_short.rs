use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(layout = "0123")]
struct Chat {
    text: String,
}

fn main() {}
