use godot_var::GodotFlat;
#[derive(GodotFlat)]
enum Message {
    Jump,
    #[flat(other)]
    Unknown(u8),
    #[flat(other)]
    Else,
}

fn main() {}
