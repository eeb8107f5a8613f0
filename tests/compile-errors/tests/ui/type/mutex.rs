use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    a: std::sync::Arc<std::sync::Mutex<Vec<i32>>>,
}

fn main() {}
