use godot_var::GodotFlat;
#[derive(GodotFlat)]
#[flat(flags)]
struct Pose {
    #[flat(bits = 9)]
    team: u8,
}

fn main() {}
