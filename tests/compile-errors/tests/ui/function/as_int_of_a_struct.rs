use godot_var::GodotVar;

#[derive(GodotVar)]
struct Id {
    x: i32,
}

#[derive(GodotVar)]
struct Chat {
    #[godot_var(as = "int")]
    a: Id,
}

fn main() {}
