use godot_var::GodotVar;

struct Foreign;

#[derive(GodotVar)]
struct Chat {
    a: Option<Box<Foreign>>,
}

fn main() {}
