use godot_var::GodotFlat;
struct Item {
    id: u32,
}

#[derive(GodotFlat)]
struct Bag {
    items: Vec<Item>,
}

fn main() {}
