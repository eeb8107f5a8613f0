use godot_var::GodotVar;
use std::time::Duration;

#[derive(GodotVar)]
struct Effects {
    last: Vec<Duration>,
}

fn main() {}
