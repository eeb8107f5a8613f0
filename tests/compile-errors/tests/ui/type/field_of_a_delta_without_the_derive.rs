use godot_var::GodotVar;

#[derive(Clone, PartialEq)]
struct Foreign {
    x: i32,
}

#[derive(GodotVar)]
#[godot_var(delta)]
struct Player {
    at: Foreign,
}

fn main() {}
