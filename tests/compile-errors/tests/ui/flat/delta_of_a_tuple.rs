use godot_var::GodotFlat;
#[derive(GodotFlat)]
#[flat(delta)]
struct Pose(u32, u32);

fn main() {}
