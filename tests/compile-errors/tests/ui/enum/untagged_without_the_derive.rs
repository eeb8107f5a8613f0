use godot_var::GodotVar;

struct Chat {
    text: String,
}

#[derive(GodotVar)]
#[godot_var(untagged)]
enum Value {
    Chat(Chat),
    Number(i64),
}

fn main() {}
