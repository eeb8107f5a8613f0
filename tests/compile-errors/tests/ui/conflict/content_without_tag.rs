use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(content = "data")]
enum Event {
    Chat { text: String },
}

fn main() {}
