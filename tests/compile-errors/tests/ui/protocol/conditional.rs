use godot_var::GodotVar;

#[cfg(unix)]
#[derive(GodotVar)]
struct Hello {
    name: String,
}

pub const LAYOUT: &str = godot_var::protocol_fingerprint!();

fn main() {}
