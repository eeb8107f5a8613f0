use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(max_size = 8)]
struct Name(#[godot_var(max_len = 20)] String);

fn main() {}
