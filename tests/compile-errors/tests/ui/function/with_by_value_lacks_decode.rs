use godot_var::GodotVar;

mod percent {
    pub fn encode(share: &f32) -> u8 {
        (share * 100.0) as u8
    }

    fn decode(percent: u8) -> Result<f32, String> {
        Ok(f32::from(percent) / 100.0)
    }
}

#[derive(GodotVar)]
struct Chat {
    #[godot_var(with = percent, as = u8)]
    a: f32,
}

fn main() {}
