use godot_var::GodotFlat;
#[derive(GodotFlat)]
enum Message {
    #[flat(id = 1)]
    Jump { high: bool },
    #[flat(other)]
    Unknown(u8, String),
}

fn main() {}
