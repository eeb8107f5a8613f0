use godot_var::GodotVar;

#[derive(GodotVar)]
enum Event {
    Value(Option<godot_var::Variant>),
    Leave,
}

fn main() {}
