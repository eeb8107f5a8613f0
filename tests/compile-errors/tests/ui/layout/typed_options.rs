use godot_var::GodotVar;

#[derive(GodotVar)]
struct Player {
    #[godot_var(typed)]
    values: Vec<Option<i32>>,
}

fn main() {}
