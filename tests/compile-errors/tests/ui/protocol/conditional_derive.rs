#[cfg_attr(unix, derive(godot_var::GodotVar))]
struct Hello {
    name: String,
}

pub const LAYOUT: &str = godot_var::protocol_fingerprint!();

fn main() {}
