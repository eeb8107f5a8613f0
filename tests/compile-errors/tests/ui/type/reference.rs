use godot_var::GodotVar;

#[derive(GodotVar)]
struct Inner {
    x: i32,
}

#[derive(GodotVar)]
struct Chat<'a> {
    a: &'a Inner,
}

fn main() {}
