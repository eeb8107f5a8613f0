use godot_var::GodotFlat;
use godot_var::ToFlatBytes;

#[derive(GodotFlat)]
struct Chat {
    text: String,
}

const LEN: usize = Chat::LEN;

fn main() {}
