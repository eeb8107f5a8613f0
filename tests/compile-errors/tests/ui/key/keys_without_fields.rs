use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(keys = "StringName")]
enum Value {
    Nothing,
    Number(i64),
}

fn main() {}
