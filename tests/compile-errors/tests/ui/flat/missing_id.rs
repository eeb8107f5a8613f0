use godot_var::GodotFlat;
#[derive(GodotFlat)]
enum Message {
    #[flat(id = 1)]
    Jump { high: bool },
    Leave,
}

fn main() {}
