use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    value: Option<Option<i32>>,
}

fn main() {}
