use std::collections::BTreeMap;

use godot_var::GodotVar;

#[derive(GodotVar)]
struct Positional(i32, i32);

#[derive(GodotVar)]
struct Record {
    x: i32,
}

#[derive(GodotVar)]
struct OfANumber {
    #[godot_var(flatten)]
    a: i32,
}

#[derive(GodotVar)]
struct OfAnArray {
    #[godot_var(flatten)]
    a: Positional,
}

#[derive(GodotVar)]
struct Fine {
    #[godot_var(flatten)]
    record: Record,
    #[godot_var(flatten)]
    rest: BTreeMap<String, i32>,
}

fn main() {}
