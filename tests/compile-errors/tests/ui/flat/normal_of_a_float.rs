use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Hit {
    #[flat(normal, as = u8)]
    normal: f32,
}

fn main() {}
