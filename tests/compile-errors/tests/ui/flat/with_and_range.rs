use godot_var::GodotFlat;
mod percent {
    pub fn encode(share: &f32) -> u8 {
        *share as u8
    }

    pub fn decode(percent: u8) -> Result<f32, String> {
        Ok(f32::from(percent))
    }
}

#[derive(GodotFlat)]
struct Volume {
    #[flat(with = percent, as = u8, range = 0.0..=1.0)]
    music: f32,
}

fn main() {}
