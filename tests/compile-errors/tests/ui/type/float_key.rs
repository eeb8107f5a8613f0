use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    a: std::collections::HashMap<f32, i32>,
}

fn main() {}
