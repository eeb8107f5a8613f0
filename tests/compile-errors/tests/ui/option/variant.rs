use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    value: Option<godot_var::Variant>,
}

fn main() {}
