use godot_var::GodotFlat;
use godot_var::Vector3;

#[derive(GodotFlat)]
struct Hit {
    #[flat(normal, as = u32)]
    normal: Vector3,
}

fn main() {}
