use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(untagged)]
enum Value {
    #[godot_var(rename = "n")]
    Number(i64),
}

fn main() {}
