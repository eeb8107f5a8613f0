use godot_var::GodotFlat;
use std::mem::ManuallyDrop;

#[derive(GodotFlat)]
union Message {
    id: ManuallyDrop<u32>,
}

fn main() {}
