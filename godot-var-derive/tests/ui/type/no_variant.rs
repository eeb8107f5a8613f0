use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use godot_var::GodotVar;

struct Foreign;

#[derive(GodotVar)]
struct WithoutDerive {
    a: Foreign,
}

#[derive(GodotVar)]
struct InAList {
    a: Vec<Foreign>,
}

#[derive(GodotVar)]
struct Wide {
    a: u128,
}

#[derive(GodotVar)]
struct PointerSized {
    a: usize,
}

#[derive(GodotVar)]
struct Time(Instant);

#[derive(GodotVar)]
enum Member {
    A(Duration),
    B { a: Arc<Foreign> },
}

#[derive(GodotVar)]
struct Key {
    a: HashMap<Foreign, i32>,
}

#[derive(GodotVar)]
struct FloatKey {
    a: HashMap<f32, i32>,
}

fn main() {}
