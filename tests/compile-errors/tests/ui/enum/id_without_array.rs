use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(id)]
enum Event {
    #[godot_var(id = 1)]
    Leave,
}

fn main() {}
