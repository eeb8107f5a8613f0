use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(tag = "type", rename_all = "lowercase")]
enum Message {
    AB,
    Ab,
}

fn main() {}
