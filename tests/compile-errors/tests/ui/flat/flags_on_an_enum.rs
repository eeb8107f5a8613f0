use godot_var::GodotFlat;
#[derive(GodotFlat)]
#[flat(flags)]
enum Message {
    #[flat(id = 1)]
    Jump { high: bool },
}

fn main() {}
