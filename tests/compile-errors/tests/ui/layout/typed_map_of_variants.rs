use godot_var::GodotVar;

#[derive(GodotVar)]
struct Player {
    #[godot_var(typed)]
    values: std::collections::BTreeMap<String, godot_var::Variant>,
}

fn main() {}
