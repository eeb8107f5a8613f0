use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Pose {
    #[flat(bits = 3)]
    team: u8,
}

fn main() {}
