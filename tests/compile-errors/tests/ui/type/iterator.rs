use godot_var::GodotVar;

#[derive(GodotVar)]
struct Scores<'a> {
    best: std::slice::Iter<'a, u32>,
}

fn main() {}
