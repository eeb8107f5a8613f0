use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Names {
    #[flat(varint)]
    names: Vec<String>,
}

fn main() {}
