use godot_var::GodotVar;

#[derive(GodotVar)]
struct Effect {
    lasts: std::time::Duration,
}

fn main() {}
