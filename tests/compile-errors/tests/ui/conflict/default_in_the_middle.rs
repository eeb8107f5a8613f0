use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(array)]
struct Chat {
    #[godot_var(default)]
    number: i32,
    text: String,
}

fn main() {}
