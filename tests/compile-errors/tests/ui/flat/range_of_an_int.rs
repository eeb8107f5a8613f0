use godot_var::GodotFlat;
#[derive(GodotFlat)]
struct Input {
    #[flat(range = 0..=100, as = u8)]
    health: i32,
}

fn main() {}
