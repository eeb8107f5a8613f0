use godot_var::GodotFlat;
#[derive(GodotFlat)]
enum Message {
    #[flat(id = 1)]
    Jump { high: bool },
    #[flat(id = 1)]
    Leave,
}

fn main() {}
