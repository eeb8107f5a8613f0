use godot_var::GodotFlat;
#[derive(GodotFlat)]
#[repr(u8)]
enum Message {
    #[flat(id = 1)]
    Jump = 2,
}

fn main() {}
