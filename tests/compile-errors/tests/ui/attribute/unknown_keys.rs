use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(keys = "Name")]
struct Chat {
    text: String,
}

fn main() {}
