use godot_var::GodotVar;

#[derive(GodotVar)]
struct Hello {
    name: String,
}

fn main() {
    let layout: &str = godot_var::protocol_fingerprint!();
}
