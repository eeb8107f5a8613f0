use godot_var::GodotFlat;
#[derive(GodotFlat)]
#[flat(repr = "u16")]
enum Message {
    #[flat(id = 1)]
    Jump { high: bool },
    #[flat(other)]
    Unknown(u8),
}

fn main() {}
