use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Input {
    #[flat(angle)]
    aim: f32,
}

fn main() {}
