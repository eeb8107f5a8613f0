use godot_var::GodotVar;

struct Chat {
    text: String,
}

#[derive(GodotVar)]
#[godot_var(array, id)]
enum Event {
    #[godot_var(id = 1)]
    Chat(Chat),
}

fn main() {}
