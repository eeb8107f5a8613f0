use godot_var::GodotVar;
use godot_var::values::PackedView;

#[derive(GodotVar)]
struct Chat<'a> {
    texts: PackedView<'a, String>,
}

fn main() {}
