use godot_var::GodotVar;

macro_rules! index {
    () => {
        usize
    };
}

#[derive(GodotVar)]
struct Slot {
    index: index!(),
}

fn main() {}
