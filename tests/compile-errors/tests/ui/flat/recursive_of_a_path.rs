use godot_var::GodotFlat;
#[derive(GodotFlat)]
#[flat(recursive(house::Room))]
struct Door {
    locked: bool,
}

fn main() {}
