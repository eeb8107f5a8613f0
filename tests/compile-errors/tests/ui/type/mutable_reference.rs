use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat<'a> {
    a: &'a mut i32,
}

fn main() {}
