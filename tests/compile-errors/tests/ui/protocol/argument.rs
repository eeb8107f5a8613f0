use godot_var::GodotVar;

#[derive(GodotVar)]
struct Hello {
    name: String,
}

pub const LAYOUT: &str = godot_var::protocol_fingerprint!("protocol.rs");

fn main() {}
