use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    value: Option<Box<godot_var::Variant>>,
}

fn main() {}
