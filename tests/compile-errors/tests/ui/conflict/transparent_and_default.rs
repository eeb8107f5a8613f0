use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(transparent, default)]
struct Id {
    id: u32,
}

fn main() {}
