use godot_var::GodotVar;

#[derive(GodotVar)]
#[godot_var(renam = "x")]
struct Say {
    text: String,
}

#[derive(GodotVar)]
#[godot_var(tag = "type")]
enum Event {
    Say(Say),
    Leave,
}

fn main() {}
