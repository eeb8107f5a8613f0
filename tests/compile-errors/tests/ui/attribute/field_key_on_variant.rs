use godot_var::GodotVar;

#[derive(GodotVar)]
enum Event {
    #[godot_var(max_len = 3)]
    Chat(String),
}

fn main() {}
