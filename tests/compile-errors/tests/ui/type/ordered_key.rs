use godot_var::GodotVar;

#[derive(GodotVar)]
struct Id {
    x: i32,
}

#[derive(GodotVar)]
struct Chat {
    a: std::collections::BTreeMap<Id, i32>,
}

fn main() {}
