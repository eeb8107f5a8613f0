use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Input {
    #[flat(clamp)]
    stick: f32,
}

fn main() {}
