use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    a: Vec<Missing>,
}

fn main() {}
