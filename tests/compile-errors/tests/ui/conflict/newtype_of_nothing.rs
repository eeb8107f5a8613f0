use godot_var::GodotVar;

#[derive(GodotVar)]
struct Cache(#[godot_var(skip)] Vec<u8>);

fn main() {}
