use godot_var::GodotVar;

#[derive(GodotVar)]
struct Value(Option<godot_var::Variant>);

fn main() {}
