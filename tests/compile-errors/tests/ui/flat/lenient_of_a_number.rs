use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Door {
    #[flat(lenient)]
    locked: u8,
}

fn main() {}
