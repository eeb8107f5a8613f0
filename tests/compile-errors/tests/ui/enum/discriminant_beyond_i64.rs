use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(repr = "int")]
#[repr(u64)]
enum Team {
    Red,
    Blue = u64::MAX,
}

fn main() {}
