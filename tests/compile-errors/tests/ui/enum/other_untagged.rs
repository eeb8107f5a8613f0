use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(untagged)]
enum Value {
    Number(i64),
    #[godot_var(other)]
    Other,
}

fn main() {}
