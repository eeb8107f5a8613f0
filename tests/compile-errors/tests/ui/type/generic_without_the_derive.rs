use godot_var::GodotVar;

struct Wrapper<T>(T);

#[derive(GodotVar)]
struct Chat {
    a: Wrapper<i32>,
}

fn main() {}
