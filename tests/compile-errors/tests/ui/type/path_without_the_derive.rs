use godot_var::GodotVar;

mod inner {
    pub struct Foreign;
}

#[derive(GodotVar)]
struct Chat {
    a: inner::Foreign,
}

fn main() {}
