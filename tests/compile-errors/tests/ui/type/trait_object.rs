use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    a: Box<dyn std::fmt::Debug>,
}

fn main() {}
