use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Pose {
    #[flat(varint, varint)]
    id: u32,
}

fn main() {}
