use godot_var::GodotFlat;
#[derive(GodotFlat)]
#[flat(recursive)]
struct Door {
    locked: bool,
}

fn main() {}
