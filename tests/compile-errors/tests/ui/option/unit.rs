use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    seen: Option<()>,
}

fn main() {}
