use godot_var::GodotVar;

#[derive(GodotVar)]
union Either {
    a: i32,
    b: f32,
}

fn main() {}
