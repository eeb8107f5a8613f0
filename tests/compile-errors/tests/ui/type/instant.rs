use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    a: std::time::Instant,
}

fn main() {}
