use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Chat {
    #[flat(bits = 2)]
    lines: Vec<String>,
}

fn main() {}
