use godot_var::GodotFlat;
#[derive(GodotFlat)]
enum Team { Red, Blue, Green, Yellow, White }

#[derive(GodotFlat)]
#[flat(flags)]
struct Pose {
    #[flat(bits = 2)]
    team: Team,
}

fn main() {}
