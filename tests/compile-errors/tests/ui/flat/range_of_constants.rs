use godot_var::GodotFlat;

const LOW: f32 = 1.0;

#[derive(GodotFlat)]
struct Input {
    #[flat(range = LOW..=0.5, as = u8)]
    stick: f32,
}

fn main() {}
