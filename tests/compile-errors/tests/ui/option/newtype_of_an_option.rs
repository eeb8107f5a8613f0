use godot_var::GodotVar;

#[derive(GodotVar)]
struct Maybe(Option<i32>);

#[derive(GodotVar)]
struct Chat {
    value: Option<Maybe>,
}

fn main() {}
