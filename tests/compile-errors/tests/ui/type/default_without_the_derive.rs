use godot_var::GodotVar;

#[derive(Default)]
struct Foreign;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(default)]
    a: Foreign,
}

fn main() {}
