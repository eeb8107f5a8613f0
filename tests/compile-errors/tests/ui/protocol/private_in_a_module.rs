mod lobby {
    #[derive(godot_var::GodotVar)]
    struct Room {
        door: i32,
    }
}

pub const LAYOUT: &str = godot_var::protocol_fingerprint!();

fn main() {}
