use godot_var::GodotVar;
use std::sync::atomic::AtomicU32;

#[derive(GodotVar)]
struct Counter {
    hits: AtomicU32,
}

fn main() {}
