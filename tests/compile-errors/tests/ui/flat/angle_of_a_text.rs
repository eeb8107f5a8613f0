use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Input {
    #[flat(angle, as = u8)]
    aim: String,
}

fn main() {}
