use godot_var::GodotFlat;
#[derive(GodotFlat)]
#[flat(flags)]
struct Pose {
    id: u32,
    #[flat(default)]
    alive: bool,
}

fn main() {}
