use godot_var::GodotFlat;
#[derive(GodotFlat)]
enum Message {}

fn main() {}
