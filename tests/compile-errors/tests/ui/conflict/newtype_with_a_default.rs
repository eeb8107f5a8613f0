use godot_var::GodotVar;

#[derive(GodotVar)]
struct Id(#[godot_var(default = 7)] u32);

fn main() {}
