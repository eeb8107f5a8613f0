use godot_var::GodotFlat;
#[derive(GodotFlat)]
enum Team {
    None = -1,
    Red,
}

fn main() {}
