use godot_var::GodotVar;

#[derive(GodotVar)]
enum Never {}

fn main() {}
