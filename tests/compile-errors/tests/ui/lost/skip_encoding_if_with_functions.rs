use godot_var::GodotVar;

mod seconds {
    pub fn encode(ms: &u64) -> f64 {
        *ms as f64 / 1000.0
    }

    pub fn decode(seconds: f64) -> Result<u64, String> {
        Ok((seconds * 1000.0) as u64)
    }
}

#[derive(GodotVar)]
struct Timer {
    #[godot_var(with = seconds, as = f64, skip_encoding_if = never)]
    at: u64,
}

fn never(_: &u64) -> bool {
    false
}

fn main() {}
