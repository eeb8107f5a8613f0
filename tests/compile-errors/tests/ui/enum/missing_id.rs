use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(array, id)]
enum Event {
    #[godot_var(id = 1)]
    Join,
    Leave,
}

fn main() {}
