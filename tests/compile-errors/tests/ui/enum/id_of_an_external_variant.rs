use godot_var::GodotVar;

#[derive(GodotVar)]
enum Event {
    #[godot_var(id = 5)]
    Chat(String),
}

fn main() {}
