use godot_var::GodotVar;

struct Foreign;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(strict)]
    a: Foreign,
}

fn main() {}
