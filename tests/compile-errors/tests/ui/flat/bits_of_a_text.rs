use godot_var::GodotFlat;
#[derive(GodotFlat)]
#[flat(flags)]
struct Pose {
    #[flat(bits = 2)]
    team: String,
}

fn main() {}
