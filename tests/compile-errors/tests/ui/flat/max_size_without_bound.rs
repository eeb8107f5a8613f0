use godot_var::GodotFlat;
#[derive(GodotFlat)]
#[flat(max_size = 40)]
struct Chat {
    from: u32,
    text: String,
}

fn main() {}
