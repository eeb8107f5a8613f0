use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(array, id)]
enum Event {
    #[godot_var(id = 1)]
    Join,
    #[godot_var(other)]
    Unknown(String),
}

fn main() {}
