use godot_var::GodotVar;

#[derive(Default, GodotVar)]
#[godot_var(default, view)]
struct Chat {
    text: String,
}

fn main() {}
