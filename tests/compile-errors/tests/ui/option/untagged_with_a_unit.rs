use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(untagged)]
enum Value {
    Number(i64),
    Nothing,
}

#[derive(GodotVar)]
struct Chat {
    value: Option<Value>,
}

fn main() {}
