use godot_var::GodotFlat;
#[derive(GodotFlat)]
enum Message {
    #[flat(id = 256)]
    Jump { high: bool },
}

fn main() {}
