use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat<'a> {
    a: &'a [i32],
}

fn main() {}
