use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(tag = "type", content = "type")]
enum Event {
    Chat { text: String },
}

fn main() {}
