use godot_var::GodotFlat;
#[derive(GodotFlat)]
#[flat(flags)]
struct Pose {
    #[flat(bits = 40)]
    one: u64,
    #[flat(bits = 25)]
    two: u64,
}

fn main() {}
