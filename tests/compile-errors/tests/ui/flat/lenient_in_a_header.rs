use godot_var::GodotFlat;
#[derive(GodotFlat)]
#[flat(flags)]
struct Door {
    #[flat(lenient)]
    locked: bool,
}

fn main() {}
