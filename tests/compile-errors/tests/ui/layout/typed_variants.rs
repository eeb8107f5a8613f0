use godot_var::GodotVar;

#[derive(GodotVar)]
struct Player {
    #[godot_var(typed)]
    values: Vec<godot_var::Variant>,
}

fn main() {}
