use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(flatten)]
    list: Vec<i32>,
}

fn main() {}
