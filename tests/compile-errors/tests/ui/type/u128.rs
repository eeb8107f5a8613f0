use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    a: u128,
}

fn main() {}
