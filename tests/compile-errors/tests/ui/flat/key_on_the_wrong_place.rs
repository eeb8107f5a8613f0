use godot_var::GodotFlat;
#[derive(GodotFlat)]
#[flat(varint)]
struct Pose {
    id: u32,
}

fn main() {}
