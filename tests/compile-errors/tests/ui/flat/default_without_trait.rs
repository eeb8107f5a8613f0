use godot_var::GodotFlat;
#[derive(GodotFlat)]
enum Team { Red, Blue }

#[derive(GodotFlat)]
struct Pose {
    #[flat(default)]
    team: Team,
}

fn main() {}
