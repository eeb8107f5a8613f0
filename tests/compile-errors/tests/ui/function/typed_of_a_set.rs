use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(typed)]
    a: std::collections::BTreeSet<i32>,
}

fn main() {}
