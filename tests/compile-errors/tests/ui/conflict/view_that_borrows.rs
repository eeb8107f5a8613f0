use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(view(Debug))]
struct Chat<'a> {
    text: &'a str,
    by: String,
}

fn main() {}
