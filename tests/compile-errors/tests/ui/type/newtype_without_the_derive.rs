use godot_var::GodotVar;

struct Foreign;

#[derive(GodotVar)]
struct Id(Foreign);

fn main() {}
