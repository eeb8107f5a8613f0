use godot_var::GodotFlat;
use godot_var::ToFlatBytes;

#[derive(GodotFlat)]
struct Bag {
    count: usize,
}

fn send(bag: &Bag) -> usize {
    bag.flat_len().unwrap()
}

fn main() {}
