use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(tag = "type", rename_all = "snake_case")]
enum Event {
    #[godot_var(id = "bye")]
    Leave,
    #[godot_var(alias = "bye")]
    Quit,
}

fn main() {}
