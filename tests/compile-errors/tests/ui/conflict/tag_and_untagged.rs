use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(tag = "type", untagged)]
enum Event {
    Chat { text: String },
}

fn main() {}
