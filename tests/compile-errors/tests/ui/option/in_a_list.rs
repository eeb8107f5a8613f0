use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    values: Vec<Option<godot_var::Variant>>,
}

fn main() {}
