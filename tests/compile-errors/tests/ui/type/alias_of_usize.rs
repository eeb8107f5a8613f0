use godot_var::GodotVar;

type Index = usize;

#[derive(GodotVar)]
struct Slot {
    index: Index,
}

fn main() {}
