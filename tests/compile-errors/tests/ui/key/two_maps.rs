use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    text: String,
    #[godot_var(flatten)]
    rest: std::collections::BTreeMap<String, i32>,
    #[godot_var(flatten)]
    more: godot_var::Dictionary,
}

fn main() {}
