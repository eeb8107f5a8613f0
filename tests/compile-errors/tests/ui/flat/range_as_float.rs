use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Input {
    #[flat(range = -1.0..=1.0, as = f32)]
    stick: f32,
}

fn main() {}
