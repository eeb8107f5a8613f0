use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(flatten, default)]
    rest: std::collections::BTreeMap<String, i32>,
}

fn main() {}
