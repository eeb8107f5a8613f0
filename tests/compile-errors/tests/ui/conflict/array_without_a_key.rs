use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(array, deny_unknown_fields)]
struct Chat {
    text: String,
}

fn main() {}
