use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    #[godot_var(as = "Array", typed)]
    list: Vec<i32>,
}

fn main() {}
