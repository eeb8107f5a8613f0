use godot_var::GodotVar;

#[derive(GodotVar)]
struct Wave {
    levels: std::ops::Range<i32>,
}

fn main() {}
